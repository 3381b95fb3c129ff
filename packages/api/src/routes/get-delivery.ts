import { takesDeliveriesOf } from '@tallyhook/engine/client';
import { Problem, type Workflow } from '@tallyhook/schemas';
import { listDefinitions } from '@tallyhook/store/definitions';
import { findDelivery } from '@tallyhook/store/deliveries';
import { listRunsOfDelivery } from '@tallyhook/store/runs';
import { listWorkflowSettings } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { summarizeRun } from '../workflows/summarize-run.ts';
import { secretsOfDelivery } from '../workflows/secrets-of-delivery.ts';
import { readConflicts, readContent, reasonOf } from '../workflows/describe-delivery.ts';

export const getDelivery = defineRoute({
  method: 'get',
  path: '/api/deliveries/:id',
  access: { person: 'read' },
  summary: 'Returns a delivery with its body, and the runs of the branch that it started.',
  answer: 'DeliveryContent',
  async handler(request, { store }) {
    const { workspaceId, branch } = request.caller;
    const { id } = request.params;
    const delivery = await findDelivery(store, workspaceId, id);
    if (delivery === null)
      throw new Problem(
        'not_found',
        `The workspace has no delivery "${id}": GET /api/deliveries lists the last 30 days.`,
      );
    const secrets = await secretsOfDelivery(store, workspaceId, delivery);
    const [content, conflicts, runs, workflows, settings] = await Promise.all([
      readContent(store, id, secrets),
      readConflicts(store, delivery, secrets),
      listRunsOfDelivery(store, branch.id, id),
      listDefinitions(store, branch, 'workflow'),
      listWorkflowSettings(store, { workspaceId, branchId: branch.id }),
    ]);
    const replayable = workflows.filter(({ definition }) =>
      takesDeliveriesOf(definition as Workflow, delivery.connector),
    );
    return {
      delivery,
      content,
      conflicts,
      runs: runs.map(summarizeRun),
      reason: reasonOf(delivery),
      workflows: replayable.map(({ id: workflowId, name }) => ({
        ...{ id: workflowId, name },
        on: settings.get(workflowId)?.on ?? false,
      })),
    };
  },
});
