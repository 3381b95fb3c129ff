import type { Workflow } from '@tallyhook/schemas';
import { restoreDefinition } from '@tallyhook/store/definitions';
import { defineRoute } from '../route.ts';
import { settleWorkflow } from '../workflows/settle-workflow.ts';

export const postWorkflowRestore = defineRoute({
  method: 'post',
  path: '/api/workflows/:id/restore',
  access: 'write',
  summary: 'Restores a deleted workflow under its id; it is off.',
  answer: 'SavedWorkflow',
  problems: ['read_only'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const saved = await restoreDefinition(deps.store, branch, 'workflow', request.params.id, by);
    return settleWorkflow(deps, request.caller, { saved, definition: saved.definition as Workflow, on: undefined });
  },
});
