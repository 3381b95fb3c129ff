import { defineRoute } from '../route.ts';
import { describeDraft, editedWorkflow } from '../workflows/workflow-of-branch.ts';

export const getWorkflowDraftRoute = defineRoute({
  method: 'get',
  path: '/api/workflows/:id/draft',
  access: 'read',
  summary: 'Returns the draft of a workflow: its unpublished changes, or what was published.',
  answer: 'WorkflowDraft',
  async handler(request, deps) {
    const { branch } = request.caller;
    return describeDraft(deps, branch, await editedWorkflow(deps.store, branch, request.params.id));
  },
});
