import { Problem } from '@tallyhook/schemas';
import { getWorkflowDraft, getWorkflowSettings } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { describeDraft, draftOf, findWorkflow } from '../workflows/workflow-of-branch.ts';

export const getWorkflowDraftRoute = defineRoute({
  method: 'get',
  path: '/api/workflows/:id/draft',
  access: 'read',
  summary: 'Returns the draft of a workflow: its unpublished changes, or what was published.',
  answer: 'WorkflowDraft',
  async handler(request, deps) {
    const { workspaceId, branch } = request.caller;
    const workflowId = request.params.id;
    const draft = await getWorkflowDraft(deps.store, { workspaceId, branchId: branch.id, workflowId });
    if (draft !== null) return describeDraft(deps, branch, draft);
    const published = await findWorkflow(deps.store, branch, workflowId);
    if (published === undefined)
      throw new Problem('not_found', `The branch "${branch.name}" has no workflow "${workflowId}".`);
    const settings = await getWorkflowSettings(deps.store, { workspaceId, branchId: branch.id, workflowId });
    return describeDraft(deps, branch, draftOf(branch, published, settings));
  },
});
