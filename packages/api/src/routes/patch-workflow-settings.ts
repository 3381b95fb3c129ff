import type { Workflow } from '@tallyhook/schemas';
import { getDefinition } from '@tallyhook/store/definitions';
import { getWorkflowSettings, publishTriggerRoutes } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { changeSettings, missingAccounts } from '../workflows/choose-accounts.ts';

export const patchWorkflowSettings = defineRoute({
  method: 'patch',
  path: '/api/workflows/:id/settings',
  access: 'write',
  summary: 'Turns a workflow on or off, or chooses its accounts.',
  body: 'WorkflowSettingsPatch',
  answer: 'WorkflowSettings',
  problems: ['invalid_workflow'],
  async handler(request, { store, kinds }) {
    const { workspaceId, branch, by, personId } = request.caller;
    const workflow = await getDefinition(store, branch, 'workflow', request.params.id);
    const definition = workflow.definition as Workflow;
    const place = { workspaceId, branchId: branch.id, workflowId: workflow.id };
    const before = await getWorkflowSettings(store, place);
    const settings = await changeSettings(
      { store, kinds },
      { workspaceId, definition, personId },
      before,
      request.body,
    );
    await publishTriggerRoutes(store, { ...place, branchName: branch.name, definition }, settings, by);
    return { ...settings, missingAccounts: missingAccounts(definition, settings, kinds) };
  },
});
