import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { RouteRequest } from '../route.ts';

/** Records the arrival time and sets the request id, keeping one from a proxy; the response repeats it. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const id = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  Object.assign(request, { requestId: id, arrivedAt: Date.now() } satisfies Partial<RouteRequest>);
  response.setHeader('X-Request-Id', id);
  next();
};
