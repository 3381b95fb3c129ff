import { decide } from '@tallyhook/engine/client';
import { defineRoute } from '../route.ts';
import { runOfBranch } from '../workflows/run-of-branch.ts';
import { startQueued } from '../workflows/start-queued.ts';

export const postRunDecisions = defineRoute({
  method: 'post',
  path: '/api/runs/:id/decisions',
  access: 'act',
  summary: 'Decides about a step of a failed run that may have done something. The first decision counts.',
  body: { json: 'NewDecision', limitBytes: 1_000_000 },
  answer: 'MadeDecision',
  status: 201,
  problems: ['run_open', 'already_decided'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const { stepId, item = '', choice, output } = request.body;
    const run = await runOfBranch(deps.store, branch, request.params.id);
    const next = await decide(deps.store, run, { stepId, item, choice, output, by });
    return { run: next && (await startQueued(deps, next)) };
  },
});
