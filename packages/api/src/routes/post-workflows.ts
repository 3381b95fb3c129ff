import { saveDefinition } from '@tallyhook/store/definitions';
import { getWorkflowSettings, publishTriggerRoutes } from '@tallyhook/store/workflows';
import { defineRoute, sent } from '../route.ts';
import { checkDefinition } from '../workflows/check-definition.ts';
import { changeSettings } from '../workflows/choose-accounts.ts';
import { describeWorkflow } from '../workflows/describe-workflow.ts';

export const postWorkflows = defineRoute({
  method: 'post',
  path: '/api/workflows',
  access: 'write',
  summary: 'Creates or saves a workflow.',
  body: { json: 'NewWorkflow', limitBytes: 1_000_000 },
  answer: 'SavedWorkflow',
  status: 201,
  also: { 200: { description: 'An existing workflow was saved.' } },
  problems: ['invalid_workflow', 'revision_conflict', 'read_only'],
  async handler(request, { store, kinds }, response) {
    const { on, ...given } = request.body;
    const { workspaceId, branch, by, personId } = request.caller;
    const definition = await checkDefinition({ store, kinds }, branch, given.definition);
    const saved = await saveDefinition(store, branch, 'workflow', { ...given, definition }, by);
    const place = { workspaceId, branchId: branch.id, workflowId: saved.id };
    const before = await getWorkflowSettings(store, place);
    const choosing = { workspaceId, definition, personId, hasNewSteps: true };
    const settings = await changeSettings({ store, kinds }, choosing, before, { on });
    await publishTriggerRoutes(store, { ...place, branchName: branch.name, definition }, settings, by);
    response.status(given.id === undefined ? 201 : 200).json(describeWorkflow(saved, settings, kinds));
    return sent;
  },
});
