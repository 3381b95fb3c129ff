import { Problem, type ProblemDocument } from '@tallyhook/schemas';

/** The product's own HTTP interface, as one signed-in person. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
}

const timeoutMs = 30_000;

/** `token` is the value of a session's cookie. A refusal throws Problem `cannot_start` with what was refused and why. */
export function createApiClient(address: string, token: string): ApiClient {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { Cookie: `tallyhook_session=${token}`, Origin: address, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer as T;
    const { detail } = answer as ProblemDocument;
    throw new Problem('cannot_start', `The demo workspace cannot be made: ${method} ${path} was refused (${detail}).`);
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
  };
}
