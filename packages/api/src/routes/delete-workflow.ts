import type { Workflow } from '@tallyhook/schemas';
import { forgetKeptVersions } from '@tallyhook/store/connectors';
import { deleteDefinition, getDefinition, refuseReadOnly } from '@tallyhook/store/definitions';
import { getWorkflowSettings, publishTriggerRoutes } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';

export const deleteWorkflow = defineRoute({
  method: 'delete',
  path: '/api/workflows/:id',
  access: 'write',
  summary: 'Deletes a workflow. Its open runs go on; restore it to undo this.',
  parameters: { revision: { kind: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
  problems: ['revision_conflict', 'read_only'],
  async handler(request, { store }) {
    const { workspaceId, branch, by } = request.caller;
    const { revision } = request.parameters;
    const workflow = await getDefinition(store, branch, 'workflow', request.params.id);
    refuseReadOnly(workflow);
    const { id, definition } = workflow;
    await deleteDefinition(store, branch, 'workflow', { id, revision }, by);
    const place = { workspaceId, branchId: branch.id, branchName: branch.name, workflowId: id };
    const settings = await getWorkflowSettings(store, place);
    // A restored workflow is off, with the accounts that it had.
    await publishTriggerRoutes(store, { ...place, definition: definition as Workflow }, { ...settings, on: false }, by);
    await forgetKeptVersions(store, workspaceId, place);
  },
});
