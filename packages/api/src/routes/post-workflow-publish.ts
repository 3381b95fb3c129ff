import { Problem } from '@tallyhook/schemas';
import { saveDefinition } from '@tallyhook/store/definitions';
import { getWorkflowDraft, removeWorkflowDraft } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { checkDefinition } from '../workflows/check-definition.ts';
import { settingsFor, settleWorkflow } from '../workflows/settle-workflow.ts';
import { findWorkflow } from '../workflows/workflow-of-branch.ts';

export const postWorkflowPublish = defineRoute({
  method: 'post',
  path: '/api/workflows/:id/publish',
  access: 'write',
  summary: 'Publishes the draft of a workflow as its next version; a draft with mistakes is refused with all of them.',
  body: 'WorkflowPublishing',
  answer: 'SavedWorkflow',
  problems: ['invalid_workflow', 'revision_conflict', 'read_only'],
  async handler(request, deps) {
    const { workspaceId, branch, by } = request.caller;
    const workflowId = request.params.id;
    const { version } = request.body;
    const draft = await getWorkflowDraft(deps.store, { workspaceId, branchId: branch.id, workflowId });
    if (draft === null)
      throw new Problem(
        'not_found',
        `The workflow "${workflowId}" has no unpublished changes on the branch "${branch.name}".`,
      );
    if (draft.version !== version)
      throw new Problem(
        'revision_conflict',
        'Somebody else has changed the draft since you read it: look at it again before you publish.',
      );
    const definition = await checkDefinition(deps, branch, draft.definition);
    const { accounts } = draft;
    // Refused accounts must not leave a version without them.
    await settingsFor(deps, request.caller, { workflowId, definition, on: undefined, accounts });
    const published = await findWorkflow(deps.store, branch, workflowId);
    // What somebody else has published since the draft was begun is not overwritten silently.
    const known =
      published === undefined ? { newId: workflowId } : { id: workflowId, revision: draft.baseRevision ?? 0 };
    const saved = await saveDefinition(deps.store, branch, 'workflow', { ...known, name: draft.name, definition }, by);
    await removeWorkflowDraft(deps.store, draft, version);
    return settleWorkflow(deps, request.caller, { saved, definition, on: undefined, accounts });
  },
});
