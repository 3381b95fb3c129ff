import {
  isEnded,
  listWatchers,
  listDecisions,
  listSends,
  listStepResults,
  listUploads,
  listWaitsOfRun,
} from '@tallyhook/store/runs';
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
    const [results, sends, uploads, waits, decisions, watchers] = await Promise.all([
      listStepResults(store, id),
      listSends(store, id),
      listUploads(store, id),
      listWaitsOfRun(store, id),
      listDecisions(store, id),
      isEnded(run) ? ([] as string[]) : listWatchers(store, id),
    ]);
    const mayAnswer = waits.length > 0 ? await answerableBy(store, request.caller) : () => false;
    const rows = { results, sends, uploads, waits, decisions };
    const { personId } = request.caller;
    const isWatching = personId !== undefined && watchers.includes(personId);
    return { ...run, isWatching, steps: describeRunSteps(run, rows, { kinds, mayAnswer }) };
  },
});
