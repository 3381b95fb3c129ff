import { queueAgain } from '@tallyhook/engine/client';
import { defineRoute } from '../route.ts';
import { runOfBranch } from '../workflows/run-of-branch.ts';
import { noteRun } from '../workflows/note-run.ts';
import { startQueued } from '../workflows/start-queued.ts';

export const postRunAgain = defineRoute({
  method: 'post',
  path: '/api/runs/:id/again',
  access: 'act',
  summary: 'Runs a run again, as the next attempt: from the start, or from the step that failed.',
  body: 'RunAgain',
  answer: 'StartedRun',
  status: 201,
  problems: ['run_open', 'needs_decision'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const { from, version = 'same' } = request.body;
    const run = await runOfBranch(deps.store, branch, request.params.id);
    const again = await queueAgain(deps.store, run, { from, version, by });
    await noteRun(deps.store, again, { action: 'run.again', by, at: deps.now() });
    return startQueued(deps, again);
  },
});
