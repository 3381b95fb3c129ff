import type { PracticeAnswer } from '../exchange.ts';

/** A refusal by GitHub. */
export interface Refusal {
  status: number;
  message: string;
  errors?: unknown[];
}

const documentation = 'https://docs.github.com/rest';

/** Writes a refusal in GitHub's format: the message, the documentation link, the status as text. */
export function refuse({ status, message, errors }: Refusal): PracticeAnswer {
  return {
    status,
    body: { message, ...(errors && { errors }), documentation_url: documentation, status: `${status}` },
  };
}

export const requiresAuthentication = refuse({ status: 401, message: 'Requires authentication' });
export const badCredentials = refuse({ status: 401, message: 'Bad credentials' });
export const notFound = refuse({ status: 404, message: 'Not Found' });
export const mustAcceptJson = refuse({ status: 415, message: "Must accept 'application/json'" });

export const noUserAgent: PracticeAnswer = {
  status: 403,
  body: 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
};
