import type { Connector, ConnectorAction, ErrorRule, ExpiredToken, RateLimit, RetryRule } from '@tallyhook/schemas';
import type { Answer } from './answer.ts';
import { holds } from './conditions.ts';

/** What a connector and one of its actions declare about answers. */
export interface AnswerPolicy {
  connectorId?: string;
  /** In order of precedence. */
  errors: readonly ErrorRule[];
  retry?: RetryRule | undefined;
  rateLimit?: RateLimit | undefined;
  expiredWhen?: readonly ExpiredToken[] | undefined;
}

/** The policy for the answers to an action, or to any other request of the connector. */
export function policyOf(
  { id, errors = [], retry, rateLimit, signIn }: Connector,
  action?: Pick<ConnectorAction, 'errors' | 'retry'>,
): AnswerPolicy {
  return {
    connectorId: id,
    errors: [...(action?.errors ?? []), ...errors],
    retry: { ...retry, ...action?.retry },
    rateLimit,
    expiredWhen: tokenEnds(signIn),
  };
}

/** Which answers mean that a token has expired. Checked before anything else. */
export function tokenEnds(signIn: Connector['signIn']): readonly ExpiredToken[] | undefined {
  return signIn.kind === 'oauth2' ? (signIn.expiredWhen ?? [{ status: [401] }]) : undefined;
}

/** Whether a rule matches an answer: one of its statuses and all of its conditions. */
export function fits(
  { status, when }: Pick<ErrorRule, 'status' | 'when'>,
  { answer, values }: { answer: Answer; values: object },
): boolean {
  if (status !== undefined && !status.includes(answer.status)) return false;
  return (when ?? []).every((condition) => holds(condition, { ...values, response: answer }));
}
