import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { RouteRequest } from '../route.ts';

type Logged = Partial<Pick<RouteRequest, 'requestId' | 'caller'>> & { route?: { path?: string } };

/**
 * Logs one line per request. It logs the route, never the address, since paths and query strings can hold secrets; no
 * headers and no body.
 */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const { requestId, caller, route } = request as unknown as Logged;
      logger.info({
        requestId,
        method: request.method,
        route: route?.path ?? null,
        status: response.writableFinished ? response.statusCode : 'left',
        tookMs: Math.round(performance.now() - startedAt),
        by: caller?.by,
      });
    });
    next();
  };
}
