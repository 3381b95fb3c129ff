import { runStatuses } from '@tallyhook/schemas/run-statuses';
import { countFailedRuns, listRuns } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';
import { summarizeRun } from '../workflows/summarize-run.ts';

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
    return { ...page, runs: page.runs.map(summarizeRun), counts: { failed, atMost: maxCounted } };
  },
});
