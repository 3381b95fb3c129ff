import { ActionError } from '../action-error.ts';
import { createClient } from './client.ts';
import type { Http } from './http.ts';
import type { Route } from './routes.ts';
import { send } from './send.ts';
import { sendStream } from './send-stream.ts';
import { createTargets, type Target } from './targets.ts';

/** Where connections may go beyond public addresses. */
export interface HttpOptions {
  /** Redirects connections for declared origins. */
  routes?: readonly Route[];
  /** Hosts that may be private and unencrypted, as they appear in addresses: with the port unless it is the default. */
  privateHosts?: readonly string[];
}

/**
 * Creates the HTTP client for other services. It never retries and never follows a redirect: callers decide what may be
 * sent twice. Requests that change something get their own connection, because on a kept-alive connection that the
 * service is closing, it would be unknown whether they arrived.
 */
export function createHttp({ routes = [], privateHosts = [] }: HttpOptions = {}): Http {
  const findTarget = createTargets({ routes, privateHosts });
  const client = createClient();
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  const target = (url: string): Target => {
    const found = findTarget(url);
    // A connection opened after closing would stay open forever.
    if (isClosed) throw new ActionError('transient', `${found.host} cannot be called: this client was closed`);
    return found;
  };

  return {
    async send(request, options = {}) {
      const to = target(request.url);
      const sending = client.load().then((open) => send(open, to, request, options));
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },
    async sendStream(request, options) {
      const open = await client.load();
      return sendStream({ open, target: target(request.url), request, options });
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
      client.close();
    },
  };
}
