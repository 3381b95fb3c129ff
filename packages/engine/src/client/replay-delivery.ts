import { Problem, type Workflow } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { getDefinition } from '@tallyhook/store/definitions';
import type { Delivery } from '@tallyhook/store/deliveries';
import { findFirstRun, insertRun, lastAttempt, type Run } from '@tallyhook/store/runs';
import { deliveryWorkflowId } from '../workflow-ids.ts';
import { startOfDelivery, takesDeliveriesOf } from './delivery-start.ts';
import { describeRun } from './describe-run.ts';
import { asAttempt } from './run-again.ts';

/**
 * Queues a run of a workflow for a stored delivery because a person asks for it: the delivery's own run if it never had
 * one, otherwise the next attempt. Whether the workflow is on, and its conditions, do not matter. Start it with
 * `startRun`.
 * @throws Problem `not_found` for the workflow, `invalid_request` if it does not start with such deliveries
 */
export async function queueReplay(
  store: Store,
  branch: Branch,
  { delivery, workflowId, by }: { delivery: Delivery; workflowId: string; by: string },
): Promise<Run> {
  const { workspaceId, id: branchId, name: branchName } = branch;
  const { connector, identity } = delivery;
  const { name, definition } = await getDefinition(store, branch, 'workflow', workflowId);
  if (!takesDeliveriesOf(definition as Workflow, connector)) {
    const detail = `The workflow "${name}" does not start with deliveries of ${connector}: choose one whose trigger does.`;
    throw new Problem('invalid_request', detail);
  }
  const place = { workspaceId, branchId, branchName, workflowId };
  const trigger = startOfDelivery(delivery);
  const temporalWorkflowId = deliveryWorkflowId({ ...place, identity });
  const described = await describeRun(store, place, { trigger, temporalWorkflowId });
  const first = await findFirstRun(store, temporalWorkflowId);
  if (first === null) return (await insertRun(store, { ...described, againBy: by }, new Date())).run;
  const attempt = (await lastAttempt(store, first.id)) + 1;
  const run = asAttempt(described, { attempt, firstId: first.id, by });
  return (await insertRun(store, run, new Date())).run;
}
