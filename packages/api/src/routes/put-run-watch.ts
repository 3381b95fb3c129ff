import { Problem } from '@tallyhook/schemas';
import { watchRun } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';
import { runOfBranch } from '../workflows/run-of-branch.ts';

export const putRunWatch = defineRoute({
  method: 'put',
  path: '/api/runs/:id/watch',
  access: { person: 'read' },
  summary: 'Has the caller told by mail how a run ends, or no longer.',
  body: 'RunWatch',
  answer: 'RunWatch',
  problems: ['run_ended'],
  async handler(request, { store }) {
    const { branch, personId } = request.caller;
    const run = await runOfBranch(store, branch, request.params.id);
    const { isWatching } = request.body;
    if (await watchRun(store, run.id, { personId: personId!, isWatching })) return { isWatching };
    throw new Problem('run_ended', `The run "${run.id}" has already ended: there is nothing to wait for.`);
  },
});
