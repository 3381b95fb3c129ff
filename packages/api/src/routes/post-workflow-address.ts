import { Problem } from '@tallyhook/schemas';
import { changeWorkflowAddress } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { workflowAddress } from '../workflows/workflow-address.ts';

export const postWorkflowAddress = defineRoute({
  method: 'post',
  path: '/api/workflows/:id/address',
  access: 'write',
  summary: "Changes a workflow's own address; requests to the old one are refused from then on.",
  answer: 'WorkflowAddress',
  async handler(request, { store, baseUrl }) {
    const { workspaceId, branch, by } = request.caller;
    const workflowId = request.params.id;
    const changed = await changeWorkflowAddress(store, { workspaceId, branchId: branch.id, workflowId }, by);
    if (changed === null)
      throw new Problem('not_found', `No workflow "${workflowId}" of the branch has an address of its own.`);
    return { address: workflowAddress(changed, baseUrl) };
  },
});
