import { listDefinitions } from '@tallyhook/store/definitions';
import { listWorkflowSettings } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { describeWorkflow } from '../workflows/describe-workflow.ts';

export const getWorkflows = defineRoute({
  method: 'get',
  path: '/api/workflows',
  access: 'read',
  summary: 'Lists the workflows of the branch.',
  answer: 'SavedWorkflow[]',
  async handler(request, { store, kinds }) {
    const { workspaceId, branch } = request.caller;
    const [workflows, settings] = await Promise.all([
      listDefinitions(store, branch, 'workflow'),
      listWorkflowSettings(store, { workspaceId, branchId: branch.id }),
    ]);
    return workflows.map((workflow) =>
      describeWorkflow(workflow, settings.get(workflow.id) ?? { on: false, accounts: {} }, kinds),
    );
  },
});
