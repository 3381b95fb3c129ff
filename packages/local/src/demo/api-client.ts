import { Problem, type ProblemDocument } from '@tallyhook/schemas';

/** Client of the product's HTTP API for one signed-in person. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
  /** Sends a non-JSON body or extra headers. */
  send<T>(path: string, request: { headers: Record<string, string>; body: string | Blob }): Promise<T>;
}

const timeoutMs = 30_000;

interface Sent {
  headers: Record<string, string>;
  body: string | Blob | undefined;
}

/**
 * `token` is the value of a session's cookie.
 * @throws Problem `cannot_start` with what was refused and why
 */
export function createApiClient(address: string, token: string): ApiClient {
  async function request<T>(method: string, path: string, { headers, body }: Sent): Promise<T> {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { Cookie: `tallyhook_session=${token}`, Origin: address, ...headers },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    // The answer to a delivery has no body.
    const answer: unknown = text === '' ? null : JSON.parse(text);
    if (response.ok) return answer as T;
    const { detail } = answer as ProblemDocument;
    throw new Problem(
      'cannot_start',
      `The demo workspace cannot be created: ${method} ${path} was refused (${detail}).`,
    );
  }
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    request(method, path, {
      headers: { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    send: (path, sent) => request('POST', path, sent),
  };
}
