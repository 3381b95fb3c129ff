import { listDecisions, listSends, listStepResults, listUploads, listWaitsOfRun } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';
import { answerableBy } from '../workflows/describe-question.ts';
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
    const [results, sends, uploads, waits, decisions] = await Promise.all([
      listStepResults(store, id),
      listSends(store, id),
      listUploads(store, id),
      listWaitsOfRun(store, id),
      listDecisions(store, id),
    ]);
    const mayAnswer = waits.length > 0 ? await answerableBy(store, request.caller) : () => false;
    const rows = { results, sends, uploads, waits, decisions };
    return { ...run, steps: describeRunSteps(run, rows, { kinds, mayAnswer }) };
  },
});
