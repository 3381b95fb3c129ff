import { ActionError, createHttp, type Http, parseRoutes, type Route } from '@tallyhook/sdk';
import type { Settings } from '../../settings.ts';

/** Creates the HTTP client the product would use, with routes and private hosts from the environment. */
export function openHttp({ environment }: Settings): Http {
  const privateHosts = (environment['TALLYHOOK_PRIVATE_HOSTS'] ?? '').split(',').map((host) => host.trim());
  return createHttp({
    routes: parseRoutes(environment['TALLYHOOK_ROUTES']),
    privateHosts: privateHosts.filter((host) => host !== ''),
  });
}

/** The address for a browser, which ignores routes: that of the stand-in if a route leads there. */
export function routedAddress({ environment }: Settings, address: string): string {
  const { origin } = new URL(address);
  const route = parseRoutes(environment['TALLYHOOK_ROUTES']).find(({ from }) => from === origin);
  return route === undefined ? address : route.to + address.slice(origin.length);
}

/** Creates an HTTP client for a mock. It never reaches a real service: hosts without a route are refused. */
export function openHttpToMock(routes: readonly Route[]): Http {
  const http = createHttp({ routes });
  const guard = (url: string): void => {
    const { origin, host } = new URL(url);
    if (routes.some(({ from }) => from === origin)) return;
    throw new ActionError('fatal', `the mock does not cover ${host}: no fixture has a request to it`);
  };
  return {
    send: async (request, options) => (guard(request.url), http.send(request, options)),
    sendStream: async (request, options) => (guard(request.url), http.sendStream(request, options)),
    close: () => http.close(),
  };
}
