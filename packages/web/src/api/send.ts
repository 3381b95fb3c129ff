import type { ProblemDetail, ProblemDocument } from '@tallyhook/schemas';
import { sendChange } from './kept-changes.ts';
import { longestAddress } from './longest-address.ts';

/** Why the service did not do what a page asked, in its words. */
export class Refusal extends Error {
  /** The code of the problem document; `unreachable` where there was no answer at all. */
  readonly code: string;
  /** Helps its operator to find the request in the log. */
  readonly requestId: string | undefined;
  /** Every mistake with its place in what was sent. */
  readonly errors: readonly ProblemDetail[];

  constructor(code: string, message: string, requestId?: string, errors: readonly ProblemDetail[] = []) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.requestId = requestId;
    this.errors = errors;
  }
}

export interface SendOptions {
  method?: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Sends one request to the interface and answers its JSON, `undefined` where there is none. Nothing is taken from the
 * browser's cache: an answer says when it was counted. Throws Refusal.
 */
export async function send<T>(path: string, { method = 'GET', body, signal }: SendOptions = {}): Promise<T> {
  refuseLong(path);
  const text = body === undefined ? null : JSON.stringify(body);
  const ask = async (isKept: boolean) => {
    const response = await request(path, {
      method,
      keepalive: isKept,
      cache: 'no-store',
      credentials: 'same-origin',
      headers: {
        // For no-store alone browsers send no-cache, which asks to count again.
        'Cache-Control': 'max-age=60',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: text,
      signal: signal ?? null,
    });
    if (!response.ok) throw await refusalOf(response);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  // A question that is sent in a body can be aborted; a change cannot.
  const isChange = method !== 'GET' && signal === undefined;
  return isChange ? sendChange(text, ask) : ask(false);
}

/** The service would end the connection, which looks as if it were away. Only questions are ever so long. */
function refuseLong({ length }: string): void {
  if (length <= longestAddress) return;
  const detail = `This question is too long for an address: it would have ${length} characters, and at most ${longestAddress} are taken. Ask with fewer or shorter values.`;
  throw new Refusal('headers_too_large', detail);
}

async function request(path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal('unreachable', 'Tallyhook does not answer. It may be starting again; check your connection.');
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const requestId = response.headers.get('X-Request-Id') ?? undefined;
  const problem = (await response.json().catch(() => null)) as Partial<ProblemDocument> | null;
  const { code, detail, errors } = problem ?? {};
  const unexplained = `Tallyhook answered with ${response.status} and without a reason. Try again in a moment.`;
  return new Refusal(code || 'unreadable', detail || unexplained, requestId, errors);
}
