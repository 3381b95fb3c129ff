import { getDefinition, refuseReadOnly, saveDefinition } from '@tallyhook/store/definitions';
import { defineRoute, sent } from '../route.ts';
import { checkDefinition } from '../workflows/check-definition.ts';
import { settleWorkflow } from '../workflows/settle-workflow.ts';

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
    const { branch, by } = request.caller;
    if (given.id !== undefined) refuseReadOnly(await getDefinition(store, branch, 'workflow', given.id));
    const definition = await checkDefinition({ store, kinds }, branch, given.definition);
    const saved = await saveDefinition(store, branch, 'workflow', { ...given, definition }, by);
    const described = await settleWorkflow({ store, kinds }, request.caller, { saved, definition, on });
    response.status(given.id === undefined ? 201 : 200).json(described);
    return sent;
  },
});
