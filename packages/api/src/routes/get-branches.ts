import { listBranches } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** The branches of a workspace. */
export const getBranches = defineRoute({
  method: 'get',
  path: '/api/branches',
  needs: 'read',
  only: 'session',
  async handler(request, response, { store }) {
    response.json(await listBranches(store, request.caller.workspaceId));
  },
});
