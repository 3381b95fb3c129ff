import { listDefinitions, listWorkflowSettings } from '@tallyhook/store';
import { defineRoute } from '../route.ts';
import { describeWorkflow } from '../workflows/describe-workflow.ts';

/** The workflows of a branch, on or off there. */
export const getWorkflows = defineRoute({
  method: 'get',
  path: '/api/workflows',
  needs: 'read',
  async handler(request, response, { store }) {
    const { workspaceId, branch } = request.caller;
    const [workflows, settings] = await Promise.all([
      listDefinitions(store, branch, 'workflow'),
      listWorkflowSettings(store, { workspaceId, branchId: branch.id }),
    ]);
    response.json(
      workflows.map((workflow) => describeWorkflow(workflow, settings.get(workflow.id) ?? { on: false, accounts: {} })),
    );
  },
});
