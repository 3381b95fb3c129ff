import { createBranch, openBranch } from '@tallyhook/store/branches';
import { countBranchRecords } from '@tallyhook/store/space';
import { answerInLines } from '../answer-lines.ts';
import { defineRoute, sent } from '../route.ts';

export const postBranches = defineRoute({
  method: 'post',
  path: '/api/branches',
  access: { person: 'act' },
  summary: 'Creates a branch as a copy of another.',
  body: 'NewBranch',
  answer: 'CreatedBranch',
  lines: 'BranchLine',
  status: 201,
  problems: ['already_exists', 'not_found', 'quota_reached', 'invalid_input'],
  async handler(request, { store, space }, response) {
    const { name, from = 'main' } = request.body;
    const { workspaceId, by } = request.caller;
    const source = await openBranch(store, workspaceId, from);
    await space.requireQuota(workspaceId, 'records', await countBranchRecords(store, source));
    await answerInLines(
      { request, response },
      async (onProgress) => {
        const branch = await createBranch(store, workspaceId, { name, from, by, onProgress });
        return { id: branch.id, name: branch.name, from };
      },
      201,
    );
    return sent;
  },
});
