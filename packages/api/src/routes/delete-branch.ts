import { deleteBranch, listBranches, openBranch } from '@tallyhook/store/branches';
import {
  removeBranchAddresses,
  removeBranchRecordRoutes,
  removeBranchRoutes,
  removeBranchSchedules,
} from '@tallyhook/store/workflows';
import { requireKeeper } from '../branches/branch-roles.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { requireAbility } from '../middleware/caller.ts';
import { defineRoute, type RouteRequest } from '../route.ts';

export const deleteBranchRoute = defineRoute({
  method: 'delete',
  path: '/api/branches/:name',
  access: { person: 'act' },
  summary: 'Deletes a branch and everything on it; it can be restored for a week.',
  problems: ['invalid_request'],
  requires: requireDeletion,
  async handler(request, { store }) {
    const { workspaceId, by } = request.caller;
    await requireDeletion(request, { store });
    const { id, name } = await openBranch(store, workspaceId, request.params.name);
    await deleteBranch(store, workspaceId, name, by);
    await removeBranchRoutes(store, id);
    await removeBranchSchedules(store, id);
    await removeBranchRecordRoutes(store, id);
    await removeBranchAddresses(store, id);
  },
});

/** People delete the branches that they made; managers delete any. @throws Problem `forbidden`, `not_found` */
async function requireDeletion(
  { caller, params }: Pick<RouteRequest<'/api/branches/:name'>, 'caller' | 'params'>,
  { store }: Pick<ApiDependencies, 'store'>,
): Promise<void> {
  const { workspaceId, by } = caller;
  const branch = await openBranch(store, workspaceId, params.name);
  requireKeeper(caller, branch, 'delete');
  const branches = await listBranches(store, workspaceId);
  if (branches.find(({ id }) => id === branch.id)?.createdBy !== by) requireAbility(caller, 'manage');
}
