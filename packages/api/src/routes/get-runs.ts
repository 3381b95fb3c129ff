import { listRuns, runStatuses, type Run } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** A page of the runs of the branch, newest first. */
export const getRuns = defineRoute({
  method: 'get',
  path: '/api/runs',
  needs: 'read',
  parameters: {
    status: { kind: 'choice', values: runStatuses },
    workflow: { kind: 'text', maxLength: 24 },
    limit: { kind: 'integer', minimum: 1, maximum: 500 },
    cursor: { kind: 'text', maxLength: 24 },
  },
  async handler(request, response, { store }) {
    const { workspaceId, branch } = request.caller;
    const { status, workflow: workflowId, limit = 50, cursor } = request.parameters;
    const place = { workspaceId, branchId: branch.id };
    const page = await listRuns(store, { ...place, status, workflowId, limit, cursor });
    response.json({ ...page, runs: page.runs.map(summarize) });
  },
});

function summarize(run: Run) {
  const { id, workflowId, workflowName, trigger, status, attempt, queuedAt, startedAt, endedAt, error } = run;
  return { id, workflowId, workflowName, trigger, status, attempt, queuedAt, startedAt, endedAt, error };
}
