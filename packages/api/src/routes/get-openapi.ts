import { identifyCaller } from '../middleware/caller.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { defineRoute, sent, type RouteRequest } from '../route.ts';
import { sendWithEtag } from '../send-answer.ts';
import type { Route } from '../route.ts';

/**
 * Serves the OpenAPI document of all routes. It is public; with a key, or a session that names its branch, questions
 * are described with that branch's types.
 */
export function createGetOpenapi(routes: () => readonly Route[]): Route {
  const route: Route = defineRoute({
    method: 'get',
    path: '/api/openapi.json',
    access: 'anyone',
    summary: 'Returns this document; with a key or a branch, it describes the types of that branch.',
    parameters: { workspace: { kind: 'text', maxLength: 100 }, branch: { kind: 'text', maxLength: 200 } },
    answer: 'OpenApiDocument',
    also: { 304: { description: 'The client already has the current version.', isEmpty: true } },
    problems: ['sign_in_required', 'forbidden', 'not_found', 'too_many_requests'],
    async handler(request, deps, response) {
      const { workspace, branch } = request.parameters;
      const isOfBranch = request.get('authorization') ?? workspace ?? branch;
      if (isOfBranch !== undefined) {
        await identifyCaller({ access: 'read' }, deps)(request as never, response, () => undefined);
      }
      const { caller } = request as Partial<Pick<RouteRequest, 'caller'>>;
      const body = describeApi({ routes: routes(), baseUrl: deps.baseUrl, types: caller?.branch.types });
      sendWithEtag(request, response, { body });
      return sent;
    },
  });
  return route;
}
