import { readSample } from '@tallyhook/engine/client';
import { Problem } from '@tallyhook/schemas';
import { maskSentCredentials } from '@tallyhook/sdk';
import { getWorkflowDraft } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { findWorkflow } from '../workflows/workflow-of-branch.ts';

export const getWorkflowSample = defineRoute({
  method: 'get',
  path: '/api/workflows/:id/sample',
  access: 'read',
  summary:
    'Returns values that the templates of a workflow can read, from its last run, the last fitting delivery or the given one.',
  parameters: { delivery: { kind: 'text', maxLength: 24 } },
  answer: 'WorkflowSample',
  async handler(request, { store }) {
    const { workspaceId, branch, personId } = request.caller;
    const workflowId = request.params.id;
    const { delivery } = request.parameters;
    if (delivery !== undefined && personId === undefined)
      throw new Problem('forbidden', 'Deliveries are shown to people only.');
    const draft = await getWorkflowDraft(store, { workspaceId, branchId: branch.id, workflowId });
    const definition = draft?.definition ?? (await findWorkflow(store, branch, workflowId))?.definition;
    const sample = await readSample(store, branch, { workflowId, definition, deliveryId: delivery });
    return { ...sample, trigger: maskTrigger(sample.trigger) };
  },
});

/** What came, without the credentials that the sender sent. */
function maskTrigger(trigger: Record<string, unknown>): Record<string, unknown> {
  const masked = ['headers', 'query'].flatMap((name) => {
    const values = trigger[name];
    return typeof values === 'object' && values !== null ? [[name, maskSentCredentials({ ...values })]] : [];
  });
  return { ...trigger, ...(Object.fromEntries(masked) as Record<string, unknown>) };
}
