import { countFailedRuns, listRuns, runStatuses, type Run } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Further than this no runs are counted: nobody reads the figure more closely, and pages ask for it again and again. */
const mostCounted = 1_000;

/** A page of the runs of the branch, newest first, with how many there are of those that people look for. */
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
    const [page, failed] = await Promise.all([
      listRuns(store, { ...place, status, workflowId, limit, cursor }),
      countFailedRuns(store, { ...place, workflowId, atMost: mostCounted }),
    ]);
    const counts: RunCounts = { failed, atMost: mostCounted };
    response.json({ ...page, runs: page.runs.map(summarize), counts });
  },
});

/** How many runs of the branch failed, of the workflow if one is asked for, whatever the status asked for. */
export interface RunCounts {
  /** As many as `atMost` where there are more. */
  failed: number;
  atMost: number;
}

/** A run in a list. */
export type RunSummary = ReturnType<typeof summarize>;

function summarize(run: Run) {
  const { id, workflowId, workflowName, trigger, status, attempt, queuedAt, startedAt, endedAt, error } = run;
  return { id, workflowId, workflowName, trigger, status, attempt, queuedAt, startedAt, endedAt, error };
}
