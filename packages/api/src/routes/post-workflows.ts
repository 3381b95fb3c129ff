import { getWorkflowSettings, publishTriggerRoutes, saveDefinition } from '@tallyhook/store';
import { defineRoute } from '../route.ts';
import { checkDefinition } from '../workflows/check-definition.ts';
import { changeSettings } from '../workflows/choose-accounts.ts';
import { describeWorkflow } from '../workflows/describe-workflow.ts';

interface WorkflowToSave {
  id?: string;
  revision?: number;
  name: string;
  definition: unknown;
  on?: boolean;
}

/** Saves a workflow on a branch, and lets deliveries reach it as it is now. A new one is off unless it says otherwise. */
export const postWorkflows = defineRoute({
  method: 'post',
  path: '/api/workflows',
  needs: 'write',
  body: {
    limitBytes: 1_000_000,
    schema: {
      type: 'object',
      properties: {
        id: { type: 'string', pattern: '^[0-9a-f]{24}$' },
        revision: { type: 'integer', minimum: 1 },
        name: { type: 'string', minLength: 1, maxLength: 200 },
        definition: {},
        on: { type: 'boolean' },
      },
      required: ['name', 'definition'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store }) {
    const { on, ...given } = request.body as WorkflowToSave;
    const { workspaceId, branch, by } = request.caller;
    const definition = await checkDefinition(store, branch, given.definition);
    const saved = await saveDefinition(store, branch, 'workflow', { ...given, definition }, by);
    const place = { workspaceId, branchId: branch.id, workflowId: saved.id };
    const settings = await changeSettings(store, { workspaceId, definition }, await getWorkflowSettings(store, place), {
      on,
    });
    await publishTriggerRoutes(store, { ...place, branchName: branch.name, definition }, settings, by);
    response.status(given.id === undefined ? 201 : 200).json(describeWorkflow(saved, settings));
  },
});
