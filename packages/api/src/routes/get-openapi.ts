import { identifyCaller } from '../middleware/caller.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { defineRoute, type RouteRequest } from '../route.ts';
import { sendWithEtag } from '../send-answer.ts';
import type { Route } from '../route.ts';

/**
 * The OpenAPI document of all routes. Anybody may read it; with a key, or a session that names its branch, questions
 * are described with the types of that branch.
 */
export function createGetOpenapi(routes: () => readonly Route[]): Route {
  const route: Route = defineRoute({
    method: 'get',
    path: '/api/openapi.json',
    needs: 'nothing',
    parameters: { workspace: { kind: 'text', maxLength: 100 }, branch: { kind: 'text', maxLength: 200 } },
    async handler(request, response, deps) {
      const { workspace, branch } = request.parameters;
      const isOfBranch = request.get('authorization') ?? workspace ?? branch;
      if (isOfBranch !== undefined) {
        await identifyCaller({ ...route, needs: 'read' }, deps)(request as never, response, () => undefined);
      }
      const { caller } = request as Partial<Pick<RouteRequest, 'caller'>>;
      const body = describeApi({ routes: routes(), baseUrl: deps.baseUrl, types: caller?.branch.types });
      sendWithEtag(request, response, { body });
    },
  });
  return route;
}
