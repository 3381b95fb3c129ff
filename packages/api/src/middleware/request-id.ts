import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { RouteRequest } from '../route.ts';

/** Notes when a request arrived and gives it an id, or keeps the one that a proxy in front gave it; answers with it. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const id = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  Object.assign(request, { requestId: id, arrivedAt: Date.now() } satisfies Partial<RouteRequest>);
  response.setHeader('X-Request-Id', id);
  next();
};
