import type { Got, Request as GotRequest } from 'got';
import { createConnections, type RequestHead } from './connections.ts';

/** Starts a request. The stream takes the body and returns the decompressed answer. */
export type OpenRequest = (
  head: RequestHead,
  limits?: { timeoutMs: number; signal: AbortSignal | undefined },
) => GotRequest;

/**
 * Configures got to send once, follow no redirects and return every status. We set the path, headers and connection
 * ourselves: got would rewrite the path and lowercase header names.
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
          // Errors before anyone listens are found when the answer is read.
          .on('error', () => undefined);
    },
    close: () => connections.close(),
  };
}

// Loaded with the first request, so that compiling connectors does not wait for it.
async function loadGot(): Promise<Got> {
  const { default: got } = await import('got');
  return got.extend({ retry: { limit: 0 }, followRedirect: false, throwHttpErrors: false, allowGetBody: true });
}
