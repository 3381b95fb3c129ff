import { runStatuses } from '@tallyhook/schemas/run-statuses';
import type { RunSummary } from '@tallyhook/schemas/api';
import { countFailedRuns, listRuns, type Run } from '@tallyhook/store/runs';
import type { Readable } from '../readable.ts';
import { defineRoute } from '../route.ts';

/** Counting stops here: nobody needs the exact figure, and pages request it often. */
const maxCounted = 1_000;

export const getRuns = defineRoute({
  method: 'get',
  path: '/api/runs',
  access: 'read',
  summary: 'Lists the runs of workflows, newest first.',
  parameters: {
    status: { kind: 'choice', values: runStatuses },
    workflow: { kind: 'text', maxLength: 24 },
    limit: { kind: 'integer', minimum: 1, maximum: 500 },
    cursor: { kind: 'text', maxLength: 24 },
  },
  answer: 'RunPage',
  async handler(request, { store }) {
    const { workspaceId, branch } = request.caller;
    const { status, workflow: workflowId, limit = 50, cursor } = request.parameters;
    const place = { workspaceId, branchId: branch.id };
    const [page, failed] = await Promise.all([
      listRuns(store, { ...place, status, workflowId, limit, cursor }),
      countFailedRuns(store, { ...place, workflowId, atMost: maxCounted }),
    ]);
    return { ...page, runs: page.runs.map(summarize), counts: { failed, atMost: maxCounted } };
  },
});

function summarize(run: Run): Readable<RunSummary> {
  const { id, workflowId, workflowName, trigger, status, attempt, queuedAt, startedAt, endedAt, error } = run;
  return { id, workflowId, workflowName, trigger, status, attempt, queuedAt, startedAt, endedAt, error };
}
