import { deleteBranch, openBranch } from '@tallyhook/store/branches';
import { forgetKeptVersionsOfBranch } from '@tallyhook/store/connectors';
import {
  removeBranchAddresses,
  removeBranchDrafts,
  removeBranchRecordRoutes,
  removeBranchRoutes,
  removeBranchSchedules,
} from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';

export const deleteBranchRoute = defineRoute({
  method: 'delete',
  path: '/api/branches/:name',
  access: { person: 'manage' },
  summary: 'Deletes a branch and everything on it.',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const { id, name } = await openBranch(store, workspaceId, request.params.name);
    await deleteBranch(store, workspaceId, name);
    await removeBranchRoutes(store, id);
    await removeBranchSchedules(store, id);
    await removeBranchRecordRoutes(store, id);
    await removeBranchAddresses(store, id);
    await removeBranchDrafts(store, id);
    await forgetKeptVersionsOfBranch(store, workspaceId, id);
  },
});
