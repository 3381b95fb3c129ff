import { ActionError } from '../action-error.ts';
import { createClients } from './client.ts';
import type { Http } from './http.ts';
import type { Route } from './routes.ts';
import { send } from './send.ts';
import { sendStream } from './send-stream.ts';
import { createTargets, type Target } from './targets.ts';

/** Where connections may go beyond public addresses. */
export interface HttpOptions {
  /** Where connections for declared origins really go. */
  routes?: readonly Route[];
  /** Hosts, as in addresses (with a port where it is not the usual one), that may be private and unencrypted. */
  privateHosts?: readonly string[];
}

/**
 * Makes the way out. Nothing is retried and no redirect is followed: what a request may do twice is decided above.
 * Requests that change something get a connection of their own, because on one that the service is just closing
 * nobody can tell whether they arrived.
 */
export function createHttp({ routes = [], privateHosts = [] }: HttpOptions = {}): Http {
  const findTarget = createTargets({ routes, privateHosts });
  const clients = createClients();
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  const target = (url: string): Target => {
    const found = findTarget(url);
    // A connection that is made after the others were closed would stay open for ever.
    if (isClosed) throw new ActionError('transient', `${found.host} is called no more: this way out was closed`);
    return found;
  };

  return {
    async send(request, { signal } = {}) {
      const to = target(request.url);
      const sending = clients.load().then((client) => send({ client, target: to, request, signal }));
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },
    async sendStream(request, options) {
      const to = target(request.url);
      return sendStream({ client: await clients.load(), target: to, request, options });
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
      clients.close();
    },
  };
}
