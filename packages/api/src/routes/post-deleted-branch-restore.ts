import { listDeletedBranches, restoreBranch } from '@tallyhook/store/branches';
import { listNamedBranches } from '../branches/named-branches.ts';
import { defineRoute } from '../route.ts';

export const postDeletedBranchRestore = defineRoute({
  method: 'post',
  path: '/api/deleted-branches/:id/restore',
  access: { person: 'act' },
  summary: 'Restores a branch within a week of its deletion. Its workflows are off.',
  body: 'BranchRestoring',
  answer: 'BranchDetails',
  problems: ['already_exists', 'quota_reached'],
  async handler(request, { store, space, now }) {
    const { workspaceId } = request.caller;
    const { id } = request.params;
    const deleted = (await listDeletedBranches(store, workspaceId, now())).find((one) => one.id === id);
    if (deleted) await space.requireQuota(workspaceId, 'records', deleted.records);
    const branch = await restoreBranch(store, workspaceId, { id, name: request.body.name });
    return (await listNamedBranches(store, request.caller)).find((one) => one.id === branch.id)!;
  },
});
