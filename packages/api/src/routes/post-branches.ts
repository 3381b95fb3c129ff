import { createBranch, openBranch } from '@tallyhook/store/branches';
import { countRecords } from '@tallyhook/store/space';
import { defineRoute } from '../route.ts';

export const postBranches = defineRoute({
  method: 'post',
  path: '/api/branches',
  access: { person: 'write' },
  summary: 'Creates a branch as a copy of another.',
  body: 'NewBranch',
  answer: 'CreatedBranch',
  status: 201,
  problems: ['already_exists', 'not_found', 'quota_reached'],
  async handler(request, { store, space }) {
    const { name, from = 'main' } = request.body;
    const { workspaceId, by } = request.caller;
    const source = await openBranch(store, workspaceId, from);
    await space.requireQuota(workspaceId, 'records', await countRecords(store, source));
    const branch = await createBranch(store, workspaceId, { name, from, by });
    return { id: branch.id, name: branch.name, from };
  },
});
