import { describeWorkspaces } from '../describe-session.ts';
import { defineRoute } from '../route.ts';

/** The workspaces of the signed-in person. */
export const getWorkspaces = defineRoute({
  method: 'get',
  path: '/api/workspaces',
  needs: 'session',
  async handler(request, response, { store }) {
    response.json(await describeWorkspaces(store, request.signedIn.personId));
  },
});
