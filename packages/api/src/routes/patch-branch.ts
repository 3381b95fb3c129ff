import type { BranchPatch } from '@tallyhook/schemas/api';
import { openBranch, protectBranch, renameBranch, type Branch } from '@tallyhook/store/branches';
import type { Caller } from '../caller.ts';
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
  async requires({ caller, params, body }, { store }) {
    requireChange(caller, await openBranch(store, caller.workspaceId, params.name), body);
  },
  async handler(request, { store }) {
    const { workspaceId, by } = request.caller;
    const { name: to, protection } = request.body;
    const branch = await openBranch(store, workspaceId, request.params.name);
    requireChange(request.caller, branch, request.body);
    const { id, name } = branch;
    if (to !== undefined && to !== name) await renameBranch(store, workspaceId, { name, to });
    if (protection !== undefined) await protectBranch(store, workspaceId, { name: to ?? name, protection, by });
    return (await listNamedBranches(store, request.caller)).find((branch) => branch.id === id)!;
  },
});

/** @throws Problem `forbidden` */
function requireChange(caller: Caller, branch: Branch, { name, protection }: BranchPatch): void {
  if (name !== undefined && name !== branch.name) requireKeeper(caller, branch, 'rename');
  if (protection === undefined) return;
  requireAbility(caller, 'manage');
  requireProtector(caller, branch, protection);
}
