import { Problem } from '@tallyhook/schemas';
import { refuseReadOnly } from '@tallyhook/store/definitions';
import { getWorkflowDraft, putWorkflowDraft } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { describeDraft, findWorkflow } from '../workflows/workflow-of-branch.ts';

export const putWorkflowDraftRoute = defineRoute({
  method: 'put',
  path: '/api/workflows/:id/draft',
  access: 'write',
  summary:
    'Saves the draft of a workflow, also one with mistakes. An id that the branch does not have begins a new one.',
  body: { json: 'WorkflowDraftPut', limitBytes: 1_100_000 },
  answer: 'WorkflowDraft',
  problems: ['revision_conflict', 'read_only', 'invalid_input'],
  async handler(request, deps) {
    const { workspaceId, branch, by } = request.caller;
    const workflowId = request.params.id;
    if (!/^[0-9a-f]{24}$/.test(workflowId))
      throw new Problem(
        'invalid_request',
        `"${workflowId}" is not an id: use 24 hex digits, such as 65f000000000000000000001.`,
      );
    const { name, definition, version = 0 } = request.body;
    const published = await findWorkflow(deps.store, branch, workflowId);
    if (published !== undefined) refuseReadOnly(published);
    const place = { workspaceId, branchId: branch.id, workflowId };
    const { accounts = (await getWorkflowDraft(deps.store, place))?.accounts ?? {} } = request.body;
    const draft = await putWorkflowDraft(deps.store, {
      ...{ ...place, name, definition, accounts, updatedBy: by },
      baseRevision: published?.revision ?? null,
      version: version === 0 ? undefined : version,
    });
    return describeDraft(deps, branch, draft);
  },
});
