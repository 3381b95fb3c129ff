import { defineRoute } from '../route.ts';
import { saveDraft } from '../workflows/save-draft.ts';

export const putWorkflowDraftRoute = defineRoute({
  method: 'put',
  path: '/api/workflows/:id/draft',
  access: 'write',
  summary:
    'Saves the draft of a workflow, also one with mistakes. An id that the branch does not have begins a new one.',
  body: { json: 'WorkflowDraftPut', limitBytes: 1_100_000 },
  answer: 'WorkflowDraft',
  problems: ['revision_conflict', 'read_only', 'invalid_input'],
  handler(request, deps) {
    return saveDraft(deps, request.caller, { workflowId: request.params.id, ...request.body });
  },
});
