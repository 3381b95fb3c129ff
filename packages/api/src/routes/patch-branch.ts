import { openBranch, protectBranch, renameBranch } from '@tallyhook/store/branches';
import { defineRoute } from '../route.ts';
import { requireAbility } from '../middleware/caller.ts';
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
    const { id, name } = await openBranch(store, workspaceId, request.params.name);
    if (protection !== undefined) requireAbility(request.caller, 'manage');
    if (to !== undefined && to !== name) await renameBranch(store, workspaceId, { name, to });
    if (protection !== undefined) await protectBranch(store, workspaceId, { name: to ?? name, protection, by });
    return (await listNamedBranches(store, request.caller)).find((branch) => branch.id === id)!;
  },
});
