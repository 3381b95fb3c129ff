import { openBranch, protectBranch, renameBranch } from '@tallyhook/store/branches';
import { defineRoute } from '../route.ts';
import { requireAbility } from '../middleware/caller.ts';
import { requireKeeper, requireProtector } from '../branches/branch-roles.ts';
import { listNamedBranches } from '../branches/named-branches.ts';

export const patchBranch = defineRoute({
  method: 'patch',
  path: '/api/branches/:name',
  access: { person: 'act' },
  summary: 'Renames a branch, or says who may change it and merge into it.',
  body: 'BranchPatch',
  answer: 'BranchDetails',
  problems: ['already_exists', 'invalid_request', 'invalid_input'],
  async handler(request, { store }) {
    const { workspaceId, by } = request.caller;
    const { name: to, protection } = request.body;
    const branch = await openBranch(store, workspaceId, request.params.name);
    const { id, name } = branch;
    if (to !== undefined && to !== name) requireKeeper(request.caller, branch, 'rename');
    if (protection !== undefined) {
      requireAbility(request.caller, 'manage');
      requireProtector(request.caller, branch, protection);
    }
    if (to !== undefined && to !== name) await renameBranch(store, workspaceId, { name, to });
    if (protection !== undefined) await protectBranch(store, workspaceId, { name: to ?? name, protection, by });
    return (await listNamedBranches(store, request.caller)).find((branch) => branch.id === id)!;
  },
});
