import { queueByHand } from '@tallyhook/engine/client';
import { defineRoute } from '../route.ts';
import { noteRun } from '../workflows/note-run.ts';
import { startQueued } from '../workflows/start-queued.ts';

export const postWorkflowRuns = defineRoute({
  method: 'post',
  path: '/api/workflows/:id/runs',
  access: 'act',
  summary: 'Starts a run of a workflow whose trigger is a button.',
  body: 'NewRun',
  answer: 'StartedRun',
  status: 201,
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const { inputs, record } = request.body;
    const run = await queueByHand(deps.store, branch, { workflowId: request.params.id, by, inputs, record });
    await noteRun(deps.store, run, { action: 'run.started', by, at: deps.now() });
    return startQueued(deps, run);
  },
});
