import { listDefinitions } from '@tallyhook/store/definitions';
import { listLastRuns } from '@tallyhook/store/runs';
import { listNextTimes } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';

const shownRuns = 10;

export const getWorkflowActivity = defineRoute({
  method: 'get',
  path: '/api/workflow-activity',
  access: 'read',
  summary: 'Lists the last ten runs of each workflow of the branch, and when its schedule starts it next.',
  answer: 'WorkflowActivity[]',
  async handler(request, { store }) {
    const { branch } = request.caller;
    const [workflows, nextTimes] = await Promise.all([
      listDefinitions(store, branch, 'workflow'),
      listNextTimes(store, branch.id),
    ]);
    return Promise.all(
      workflows.map(async ({ id }) => ({
        workflowId: id,
        nextAt: nextTimes.get(id) ?? null,
        runs: await listLastRuns(store, { branchId: branch.id, workflowId: id }, shownRuns),
      })),
    );
  },
});
