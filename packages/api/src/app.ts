import { Problem } from '@tallyhook/schemas';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { answerInLines } from './answer-lines.ts';
import { savesData } from './saves-data.ts';
import type { ApiDependencies } from './dependencies.ts';
import { identifyCaller } from './middleware/caller.ts';
import { checkBody } from './middleware/check-body.ts';
import { checkOrigin } from './middleware/check-origin.ts';
import { checkParameters } from './middleware/check-parameters.ts';
import { compress } from './middleware/compress.ts';
import { logRequests } from './middleware/log-requests.ts';
import { answerProblems } from './middleware/problems.ts';
import { requestId } from './middleware/request-id.ts';
import { servePages } from './pages.ts';
import { sent, type Route, type RouteRequest } from './route.ts';
import { routes as allRoutes } from './routes/index.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Mounts the routes behind the shared middleware: request id, log, security headers, origin, caller, input checks,
 * problems.
 */
export function createApp(deps: ApiDependencies, routes: readonly Route[] = allRoutes): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', deps.trustedProxies);
  app.use(requestId, logRequests(deps.logger), securityHeaders(deps.baseUrl));
  app.use(compress());
  app.use(requirePrepared(deps));
  // Express has a function for every method its Node supports; its types mark each as optional.
  for (const route of routes) app[route.method]!(route.path, ...steps(route, deps));
  for (const [path, methods] of methodsByPath(routes)) app.all(path, refuseMethod(methods));
  app.use(servePages({ folder: deps.pagesFolder, baseUrl: deps.baseUrl }));
  app.use((request) => {
    throw new Problem('not_found', `The address "${request.path.slice(0, 200)}" does not exist.`);
  });
  app.use(answerProblems(deps.logger));
  return app;
}

function steps(route: Route, deps: ApiDependencies): RequestHandler[] {
  const isOpenWrite = route.access === 'anyone' && !route.path.startsWith('/api/');
  return [
    ...(route.method === 'get' || isOpenWrite ? [] : [checkOrigin(deps.baseUrl)]),
    identifyCaller(route, deps),
    checkParameters(route),
    ...(savesData(route) ? [requireRoom(deps)] : []),
    ...checkBody(route.body, deps),
    (request, response) => answer(route, request as unknown as RouteRequest, response as Response, deps),
  ];
}

async function answer(route: Route, request: RouteRequest, response: Response, deps: ApiDependencies): Promise<void> {
  if (route.reportsProgress) {
    const work = (report: RouteRequest['report']) => route.handler(Object.assign(request, { report }), deps, response);
    await answerInLines({ request, response }, work, route.status);
    return;
  }
  const answered = await route.handler(request, deps, response);
  if (answered === sent) return;
  if (route.answer === undefined) response.status(route.status ?? 204).end();
  else response.status(route.status ?? 200).json(answered);
}

const requireRoom =
  ({ space }: ApiDependencies): RequestHandler =>
  async (_request, _response, next) => {
    await space.requireRoom();
    next();
  };

function requirePrepared({ isPrepared }: ApiDependencies): RequestHandler {
  return (request, _response, next) => {
    if (isPrepared() || request.path === '/health') next();
    else throw new Problem('unavailable', 'The service is starting. Try again in a moment.', { retryAfterSeconds: 1 });
  };
}

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of routes) {
    const own = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
    byPath.set(path, [...(byPath.get(path) ?? []), ...own]);
  }
  return byPath;
}

function refuseMethod(methods: readonly string[]): RequestHandler {
  const allowed = [...new Set([...methods, 'OPTIONS'])].join(', ');
  return (request, response) => {
    response.setHeader('Allow', allowed);
    if (request.method === 'OPTIONS') {
      response.status(204).end();
      return;
    }
    throw new Problem('method_not_allowed', `${request.method} is not supported here. Use one of ${allowed}.`);
  };
}
