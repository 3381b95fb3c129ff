import type { Response } from 'express';
import type { ApiDependencies } from './dependencies.ts';
import { requireAccess } from './middleware/caller.ts';
import { createBodyCheck, jsonBodyOf, type BodyCheck } from './middleware/check-body.ts';
import { readParameters } from './middleware/check-parameters.ts';
import { sent, type Route, type RouteRequest } from './route.ts';
import { savesData } from './saves-data.ts';

/** What a call gives to a route, as it would be sent over HTTP. */
export interface GivenToRoute {
  /** The values in the path. */
  params: Record<string, string>;
  /** The query parameters. */
  search: URLSearchParams;
  /** The parsed JSON body, if the route takes one. */
  body?: unknown;
}

/** The request within which routes are called: its caller is theirs. */
export interface CallingRequest {
  request: Pick<RouteRequest, 'caller' | 'requestId' | 'arrivedAt'>;
  response: Response;
  deps: ApiDependencies;
}

/**
 * Calls a route for the caller of another request, with the same checks of access, room, parameters and body as over
 * HTTP. Returns the answer as its JSON; `undefined` if the route has none.
 * @throws Problem as the route does.
 */
export async function callRoute(
  route: Route,
  { params, search, body }: GivenToRoute,
  { request, response, deps }: CallingRequest,
): Promise<string | undefined> {
  const { caller } = request;
  requireAccess(caller, route.access);
  const parameters = readParameters(search, route.parameters === 'any' ? {} : (route.parameters ?? {}));
  if (savesData(route)) await deps.space.requireRoom();
  checkOf(route)?.(body, caller, deps.now());
  const own: Partial<RouteRequest> = { ...request, params, parameters, body, report: () => undefined };
  const answered = await route.handler(own as RouteRequest, deps, response);
  if (answered === sent) throw new Error(`${route.method} ${route.path} writes its own response.`);
  return route.answer === undefined ? undefined : JSON.stringify(answered);
}

const checks = new WeakMap<Route, BodyCheck>();

/** The check of a route's body; its schema is compiled once. */
function checkOf(route: Route): BodyCheck | undefined {
  const declared = jsonBodyOf(route.body);
  if (declared === undefined) return undefined;
  const check = checks.get(route) ?? createBodyCheck(declared);
  checks.set(route, check);
  return check;
}
