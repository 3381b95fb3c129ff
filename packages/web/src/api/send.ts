import type { ProblemDetail, ProblemDocument } from '@tallyhook/schemas';
import { sendChange } from './kept-changes.ts';
import { maxAddressLength } from './address-length.ts';

/** A request that the service refused, with its message. */
export class Refusal extends Error {
  /** The code of the problem document; `unreachable` if there was no response. */
  readonly code: string;
  /** Lets an operator find the request in the log. */
  readonly requestId: string | undefined;
  /** Each mistake, with its position in the request body. */
  readonly errors: readonly ProblemDetail[];
  /** Further members of the problem document, such as `columns`. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    requestId?: string,
    errors: readonly ProblemDetail[] = [],
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.requestId = requestId;
    this.errors = errors;
    this.members = members;
  }
}

export interface SendOptions {
  method?: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** A media type other than JSON; the result is then a Blob. */
  accept?: string;
}

/**
 * Sends a request and returns the JSON of its response, `undefined` without a body. Bypasses the browser cache, because
 * an answer says when it was counted.
 * @throws Refusal
 */
export async function send<T>(path: string, { method = 'GET', body, signal, accept }: SendOptions = {}): Promise<T> {
  refuseLong(path);
  const text = body === undefined ? null : JSON.stringify(body);
  const ask = async (isKept: boolean) => {
    const response = await request(path, {
      method,
      keepalive: isKept,
      cache: 'no-store',
      credentials: 'same-origin',
      headers: {
        // With `no-store` alone, browsers send `no-cache`, which asks the service to count again.
        'Cache-Control': 'max-age=60',
        ...(accept === undefined ? {} : { Accept: accept }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: text,
      signal: signal ?? null,
    });
    if (!response.ok) throw await refusalOf(response);
    if (accept !== undefined) return (await response.blob()) as T;
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  // A question sent in a body can be aborted; a change cannot.
  const isChange = method !== 'GET' && signal === undefined;
  return isChange ? sendChange(text, ask) : ask(false);
}

/** The service would drop the connection, which looks like an outage. Only questions get this long. */
function refuseLong({ length }: string): void {
  if (length <= maxAddressLength) return;
  const detail = `This question is too long: its address would have ${length} characters, and the limit is ${maxAddressLength}. Use fewer or shorter values.`;
  throw new Refusal('headers_too_large', detail);
}

async function request(path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal('unreachable', "Tallyhook isn't responding. It may be restarting. Check your connection.");
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const problem = (await response.json().catch(() => null)) as Partial<ProblemDocument> | null;
  const unexplained = `Tallyhook responded with status ${response.status} and gave no reason. Try again in a moment.`;
  return refusalFrom(problem, { requestId: response.headers.get('X-Request-Id'), unexplained });
}

/** The refusal that a problem document says; `unexplained` if there is none, or it gives no reason. */
export function refusalFrom(
  problem: Partial<ProblemDocument> | null,
  { requestId, unexplained }: { requestId: string | null; unexplained: string },
): Refusal {
  const { code, detail, errors, ...members } = problem ?? {};
  return new Refusal(code || 'unreadable', detail || unexplained, requestId ?? undefined, errors, members);
}
