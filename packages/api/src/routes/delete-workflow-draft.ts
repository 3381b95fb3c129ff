import { removeWorkflowDraft } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';

export const deleteWorkflowDraft = defineRoute({
  method: 'delete',
  path: '/api/workflows/:id/draft',
  access: 'write',
  summary: 'Discards the unpublished changes of a workflow; without any, nothing happens.',
  async handler(request, { store }) {
    await removeWorkflowDraft(store, { branchId: request.caller.branch.id, workflowId: request.params.id });
  },
});
