import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { RouteRequest } from '../route.ts';

/** Gives each request an id, or keeps the one that a proxy in front gave it, and answers with it. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const id = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  (request as unknown as RouteRequest).requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
};
