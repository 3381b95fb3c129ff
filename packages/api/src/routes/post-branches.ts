import { createBranch } from '@tallyhook/store/branches';
import { defineRoute } from '../route.ts';

export const postBranches = defineRoute({
  method: 'post',
  path: '/api/branches',
  access: { person: 'write' },
  summary: 'Creates a branch as a copy of another.',
  body: 'NewBranch',
  answer: 'CreatedBranch',
  status: 201,
  problems: ['already_exists', 'not_found'],
  async handler(request, { store }) {
    const { name, from = 'main' } = request.body;
    const { workspaceId, by } = request.caller;
    const branch = await createBranch(store, workspaceId, { name, from, by });
    return { id: branch.id, name: branch.name, from };
  },
});
