import { Problem, problemKinds, type ProblemDocument } from '@tallyhook/schemas';

/** What a refusal is read from. */
export interface Refused {
  status: number;
  /** The `Retry-After` header. */
  retryAfter: string | null;
  text: string;
}

/** The problem document of a refusal, or `unavailable` if the response is not from the service. */
export function problemOf(refused: Refused): Problem {
  const document = parse(refused.text);
  if (!isProblemDocument(document)) return notTheService(refused, 'a problem document');
  return problemOfDocument(document, retryOf(refused));
}

/** The problem that a problem document describes. */
export function problemOfDocument(document: ProblemDocument, retry: { retryAfterSeconds?: number } = {}): Problem {
  const { code, detail, errors, ...rest } = document;
  const members = Object.entries(rest).filter(([name]) => !['type', 'title', 'status'].includes(name));
  return new Problem(code, detail, { errors, members: Object.fromEntries(members), ...retry });
}

/** A response that is not from the service, such as a sign-in page. */
export function notTheService(refused: Refused, missing: string): Problem {
  const detail = `The address answered ${refused.status} without ${missing}: check that it is the address of Tallyhook.`;
  return new Problem('unavailable', detail, retryOf(refused));
}

/** The parsed JSON, or undefined. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds, if the response gives a number. */
function retryOf({ retryAfter }: Refused): { retryAfterSeconds?: number } {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfterSeconds: Number(retryAfter) } : {};
}

function isProblemDocument(value: unknown): value is ProblemDocument {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  return typeof value.code === 'string' && Object.hasOwn(problemKinds, value.code);
}
