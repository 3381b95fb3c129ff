import { ActionError } from '../action-error.ts';
import type { Http, HttpRequest, HttpResponse } from '../http/http.ts';

/** A request that was sent, and its result. It contains credentials. */
export interface ObservedCall {
  /** Without the body if it is a file. */
  request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>;
  response: HttpResponse | ActionError;
  timeMs: number;
}

/** Wraps a client and records every request with its answer, in order. */
export function observeHttp(http: Http): { http: Http; calls: readonly ObservedCall[] } {
  const calls: ObservedCall[] = [];
  const note = async (request: ObservedCall['request'], send: () => Promise<HttpResponse>): Promise<HttpResponse> => {
    const startedAt = performance.now();
    const timeMs = (): number => performance.now() - startedAt;
    try {
      const response = await send();
      calls.push({ request, response, timeMs: timeMs() });
      return response;
    } catch (error) {
      if (error instanceof ActionError) calls.push({ request, response: error, timeMs: timeMs() });
      throw error;
    }
  };
  return {
    calls,
    http: {
      // A request as noted has no signature, and no key to make one.
      send: ({ signing, ...request }, options) =>
        note(request, () => http.send({ ...request, ...(signing && { signing }) }, options)),
      sendStream: ({ method, url, headers, ...rest }, options) =>
        note({ method, url, headers }, () => http.sendStream({ method, url, headers, ...rest }, options)),
      close: () => http.close(),
    },
  };
}
