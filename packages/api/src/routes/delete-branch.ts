import { deleteBranch, openBranch, removeBranchRoutes } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Deletes a branch with everything on it; deliveries start nothing there any more. */
export const deleteBranchRoute = defineRoute({
  method: 'delete',
  path: '/api/branches/:name',
  needs: 'manage',
  only: 'session',
  async handler(request, response, { store }) {
    const { workspaceId } = request.caller;
    const { id, name } = await openBranch(store, workspaceId, request.params.name!);
    await deleteBranch(store, workspaceId, name);
    await removeBranchRoutes(store, id);
    response.status(204).end();
  },
});
