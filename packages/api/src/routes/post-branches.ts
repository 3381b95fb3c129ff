import type { BranchProgress } from '@tallyhook/schemas/api';
import { createBranch, openBranch } from '@tallyhook/store/branches';
import { countBranchRecords } from '@tallyhook/store/space';
import { defineRoute } from '../route.ts';

export const postBranches = defineRoute({
  method: 'post',
  path: '/api/branches',
  access: { person: 'act' },
  summary: 'Creates a branch as a copy of another.',
  body: 'NewBranch',
  answer: 'CreatedBranch',
  lines: 'BranchLine',
  reportsProgress: true,
  status: 201,
  problems: ['already_exists', 'not_found', 'quota_reached', 'invalid_input'],
  async handler(request, { store, space }) {
    const { name, from = 'main' } = request.body;
    const { workspaceId, by } = request.caller;
    const source = await openBranch(store, workspaceId, from);
    await space.requireQuota(workspaceId, 'records', await countBranchRecords(store, source));
    const onProgress = (progress: BranchProgress) => request.report(progress);
    const branch = await createBranch(store, workspaceId, { name, from, by, onProgress });
    return { id: branch.id, name: branch.name, from };
  },
});
