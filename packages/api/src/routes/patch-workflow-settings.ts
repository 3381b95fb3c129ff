import type { Workflow } from '@tallyhook/schemas';
import { getDefinition, getWorkflowSettings, publishTriggerRoutes } from '@tallyhook/store';
import { defineRoute } from '../route.ts';
import { changeSettings, missingAccounts, type SettingsChange } from '../workflows/choose-accounts.ts';

/** Switches a workflow on or off on a branch and chooses its accounts there. The change log does not see it. */
export const patchWorkflowSettings = defineRoute({
  method: 'patch',
  path: '/api/workflows/:id/settings',
  needs: 'write',
  body: {
    schema: {
      type: 'object',
      properties: {
        on: { type: 'boolean' },
        accounts: {
          type: 'object',
          maxProperties: 100,
          additionalProperties: { type: ['string', 'null'], maxLength: 24 },
        },
      },
      additionalProperties: false,
    },
  },
  async handler(request, response, { store }) {
    const { workspaceId, branch, by } = request.caller;
    const workflow = await getDefinition(store, branch, 'workflow', request.params.id!);
    const definition = workflow.definition as Workflow;
    const place = { workspaceId, branchId: branch.id, workflowId: workflow.id };
    const before = await getWorkflowSettings(store, place);
    const settings = await changeSettings(store, { workspaceId, definition }, before, request.body as SettingsChange);
    await publishTriggerRoutes(store, { ...place, branchName: branch.name, definition }, settings, by);
    response.json({ ...settings, missingAccounts: missingAccounts(definition, settings) });
  },
});
