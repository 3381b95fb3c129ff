import { listSends, listStepResults, listUploads } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';
import { describeRunSteps } from '../workflows/describe-run-steps.ts';
import { runOfBranch } from '../workflows/run-of-branch.ts';

export const getRun = defineRoute({
  method: 'get',
  path: '/api/runs/:id',
  access: 'read',
  summary: 'Returns a run with its steps.',
  answer: 'Run',
  async handler(request, { store, kinds }) {
    const id = request.params.id;
    const run = await runOfBranch(store, request.caller.branch, id);
    const [results, sends, uploads] = await Promise.all([
      listStepResults(store, id),
      listSends(store, id),
      listUploads(store, id),
    ]);
    return { ...run, steps: describeRunSteps(run, { results, sends, uploads }, kinds) };
  },
});
