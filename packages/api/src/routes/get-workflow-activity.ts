import { listDefinitions } from '@tallyhook/store/definitions';
import { listLastRuns } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';

const shownRuns = 10;

export const getWorkflowActivity = defineRoute({
  method: 'get',
  path: '/api/workflow-activity',
  access: 'read',
  summary: 'Lists the last ten runs of each workflow of the branch.',
  answer: 'WorkflowActivity[]',
  async handler(request, { store }) {
    const { branch } = request.caller;
    const workflows = await listDefinitions(store, branch, 'workflow');
    return Promise.all(
      workflows.map(async ({ id }) => ({
        workflowId: id,
        runs: await listLastRuns(store, { branchId: branch.id, workflowId: id }, shownRuns),
      })),
    );
  },
});
