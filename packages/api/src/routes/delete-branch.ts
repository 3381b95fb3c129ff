import { deleteBranch } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Deletes a branch with everything on it. */
export const deleteBranchRoute = defineRoute({
  method: 'delete',
  path: '/api/branches/:name',
  needs: 'manage',
  only: 'session',
  async handler(request, response, { store }) {
    await deleteBranch(store, request.caller.workspaceId, request.params.name!);
    response.status(204).end();
  },
});
