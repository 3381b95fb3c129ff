import { deleteBranch, listBranches, openBranch } from '@tallyhook/store/branches';
import {
  removeBranchAddresses,
  removeBranchRecordRoutes,
  removeBranchRoutes,
  removeBranchSchedules,
} from '@tallyhook/store/workflows';
import { requireKeeper } from '../branches/branch-roles.ts';
import { requireAbility } from '../middleware/caller.ts';
import { defineRoute } from '../route.ts';

export const deleteBranchRoute = defineRoute({
  method: 'delete',
  path: '/api/branches/:name',
  access: { person: 'act' },
  summary: 'Deletes a branch and everything on it; it can be restored for a week.',
  problems: ['invalid_request'],
  async handler(request, { store }) {
    const { workspaceId, by } = request.caller;
    const branch = await openBranch(store, workspaceId, request.params.name);
    const { id, name } = branch;
    requireKeeper(request.caller, branch, 'delete');
    const branches = await listBranches(store, workspaceId);
    if (branches.find((branch) => branch.id === id)?.createdBy !== by) requireAbility(request.caller, 'manage');
    await deleteBranch(store, workspaceId, name, by);
    await removeBranchRoutes(store, id);
    await removeBranchSchedules(store, id);
    await removeBranchRecordRoutes(store, id);
    await removeBranchAddresses(store, id);
  },
});
