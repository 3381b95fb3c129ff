import type { Got, Request as GotRequest } from 'got';
import { createConnections, type RequestHead } from './connections.ts';

/** Begins a request. The stream takes the body and returns the answer, unpacked. */
export type OpenRequest = (
  head: RequestHead,
  limits?: { timeoutMs: number; signal: AbortSignal | undefined },
) => GotRequest;

/**
 * Sets up got to send once, follow no redirect and return every status. Path, headers and connection are ours: got would
 * rewrite the path and lowercase header names.
 */
export function createClient(): { load(): Promise<OpenRequest>; close(): void } {
  const connections = createConnections();
  let loading: Promise<Got> | undefined;
  return {
    async load() {
      const got = await (loading ??= loadGot());
      return (head, { timeoutMs, signal } = { timeoutMs: Infinity, signal: undefined }) =>
        got
          .stream(head.target.origin, {
            method: head.method,
            request: () => connections.open(head),
            timeout: { request: timeoutMs },
            ...(signal !== undefined && { signal }),
          })
          // An error that comes while nobody listens is found when the answer is read.
          .on('error', () => undefined);
    },
    close: () => connections.close(),
  };
}

// Loaded with the first request: compiling connectors does not wait for it.
async function loadGot(): Promise<Got> {
  const { default: got } = await import('got');
  return got.extend({ retry: { limit: 0 }, followRedirect: false, throwHttpErrors: false, allowGetBody: true });
}
