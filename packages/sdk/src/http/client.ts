import type { Got, Request as GotRequest } from 'got';
import { createConnections, type RequestHead } from './connections.ts';
import type { Target } from './targets.ts';

/** What begins a request. */
export interface RequestStart extends RequestHead {
  target: Target;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** Nothing of the request leaves before this is called. */
  onConnected(): void;
}

/** The client that all requests go through. */
export interface Client {
  /** Begins a request. The stream takes the body and returns the answer, unpacked. */
  open(start: RequestStart): GotRequest;
}

export interface Clients {
  load(): Promise<Client>;
  close(): void;
}

/**
 * Sets up got to send once, follow no redirect and return every status. Path, headers and connection are ours: got would
 * rewrite the path and lowercase header names.
 */
export function createClients(): Clients {
  const connections = createConnections();
  let loading: Promise<Got> | undefined;
  return {
    async load() {
      const got = await (loading ??= loadGot());
      return {
        open({ target, timeoutMs, signal, onConnected, ...head }) {
          const stream = got.stream(target.origin, {
            method: head.method,
            request: () => connections.open(target, head, onConnected),
            ...(timeoutMs !== undefined && { timeout: { request: timeoutMs } }),
            ...(signal !== undefined && { signal }),
          });
          // An error that comes while nobody listens is found when the answer is read.
          return stream.on('error', () => undefined);
        },
      };
    },
    close: () => connections.close(),
  };
}

// Loaded with the first request: compiling connectors does not wait for it.
async function loadGot(): Promise<Got> {
  const { default: got } = await import('got');
  return got.extend({ retry: { limit: 0 }, followRedirect: false, throwHttpErrors: false, allowGetBody: true });
}
