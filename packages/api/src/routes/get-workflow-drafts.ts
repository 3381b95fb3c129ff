import { listWorkflowDrafts } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { describeDraft } from '../workflows/workflow-of-branch.ts';

export const getWorkflowDrafts = defineRoute({
  method: 'get',
  path: '/api/workflow-drafts',
  access: 'read',
  summary: 'Lists the unpublished changes of the branch, the last changed first.',
  answer: 'WorkflowDraft[]',
  async handler(request, deps) {
    const { branch } = request.caller;
    const drafts = await listWorkflowDrafts(deps.store, branch.id);
    return Promise.all(drafts.map((draft) => describeDraft(deps, branch, draft)));
  },
});
