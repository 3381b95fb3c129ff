import { Problem } from '@tallyhook/schemas';
import { newIdAt, type Store } from '@tallyhook/store';
import {
  getDelivery,
  listUnstartedBefore,
  markTargetRefused,
  markTargetStarted,
  type Delivery,
  type DeliveryTarget,
} from '@tallyhook/store/deliveries';
import { answerWait, getWait, insertRun, type NewRun, type Run } from '@tallyhook/store/runs';
import { removeTriggerRoute } from '@tallyhook/store/workflows';
import { deliveryWorkflowId } from '../workflow-ids.ts';
import { startOfDelivery } from './delivery-start.ts';
import { describeRun } from './describe-run.ts';
import { startRun, type StartRunOptions } from './start-run.ts';
import type { TemporalClient } from './temporal-client.ts';
import { wakeRun } from './wake-run.ts';

/** How much earlier than its row the id of a run may be: far less than readers of recent rows allow for. */
const maxEarlierMs = 60_000;

/**
 * Starts the runs of a stored delivery: one for each target that has not started yet. Safe to call repeatedly and
 * concurrently. A target that can never start (its branch or workflow is gone) is refused with the reason. The sweep
 * starts later what this call could not.
 * @throws when Temporal or the store cannot be reached
 */
export async function startDeliveryRuns(
  store: Store,
  temporal: TemporalClient,
  deliveryId: string,
  options: StartRunOptions = {},
): Promise<void> {
  const delivery = await getDelivery(store, deliveryId);
  const waiting = delivery.targets.filter(({ status }) => status === 'waiting');
  const runs: [DeliveryTarget, Run][] = [];
  for (const target of waiting) {
    if (target.waitId !== undefined) {
      await endWait(store, temporal, { delivery, target, waitId: target.waitId });
      continue;
    }
    const run = await queueRun(store, delivery, target);
    if (run === null) continue;
    if (run.definition.limits !== undefined) await queueEarlier(store, delivery, target);
    runs.push([target, run]);
  }
  const starts = runs.map(([target, run]) => startTarget(store, temporal, { delivery, target, run, options }));
  const failed = (await Promise.allSettled(starts)).find((start) => start.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Inserts the row before calling Temporal. It freezes the definition and ensures that the delivery cannot start a
 * second run, even after Temporal has forgotten the first.
 */
async function queueRun(store: Store, delivery: Delivery, target: DeliveryTarget): Promise<Run | null> {
  try {
    const now = new Date();
    // In the order in which they came, whichever process starts them.
    const cameAt = Math.max(Date.parse(delivery.receivedAt), now.getTime() - maxEarlierMs);
    const id = newIdAt(new Date(Math.min(cameAt, now.getTime())));
    const { run } = await insertRun(store, await describeTarget(store, delivery, target), now, id);
    return run;
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.retry) throw error;
    await markTargetRefused(store, delivery.id, target.key, error.message);
    return null;
  }
}

/**
 * Queues the runs of a workflow that earlier deliveries start, so that they go first if it has limits. The process that
 * received them starts them.
 */
async function queueEarlier(store: Store, delivery: Delivery, { branchId, workflowId }: DeliveryTarget): Promise<void> {
  for (const id of await listUnstartedBefore(store, delivery, { branchId, workflowId })) {
    const earlier = await getDelivery(store, id);
    const isSame = (target: DeliveryTarget) => target.branchId === branchId && target.workflowId === workflowId;
    for (const target of earlier.targets.filter(isSame))
      if (target.status === 'waiting' && target.waitId === undefined) await queueRun(store, earlier, target);
  }
}

function describeTarget(store: Store, delivery: Delivery, target: DeliveryTarget): Promise<NewRun> {
  const { identity } = delivery;
  const trigger = startOfDelivery(delivery);
  return describeRun(store, target, { trigger, temporalWorkflowId: deliveryWorkflowId({ ...target, identity }) });
}

/** Ends the wait of a run. The sweep wakes the run if this cannot. */
async function endWait(
  store: Store,
  temporal: TemporalClient,
  { delivery, target, waitId }: { delivery: Delivery; target: DeliveryTarget; waitId: string },
): Promise<void> {
  const answer = { deliveryId: delivery.id };
  await answerWait(store, waitId, { answer, by: null, at: new Date() });
  await removeTriggerRoute(store, { ...target, waitId });
  const wait = await getWait(store, waitId);
  const isEnded = wait?.answer && 'deliveryId' in wait.answer && wait.answer.deliveryId === delivery.id;
  if (!isEnded) {
    await markTargetRefused(store, delivery.id, target.key, 'The run no longer waited for it.');
    return;
  }
  const started = { workflowId: wait.temporalWorkflowId, runId: wait.runId };
  await markTargetStarted(store, delivery.id, target.key, started);
  await wakeRun(store, temporal, wait);
}

async function startTarget(
  store: Store,
  temporal: TemporalClient,
  {
    delivery,
    target,
    run,
    options,
  }: { delivery: Delivery; target: DeliveryTarget; run: Run; options: StartRunOptions },
): Promise<void> {
  // A run that has begun needs no start, and a run that Temporal has forgotten must not be started again.
  if (run.status === 'queued') await startRun(store, temporal, run, options);
  await markTargetStarted(store, delivery.id, target.key, { workflowId: run.temporalWorkflowId, runId: run.id });
}
