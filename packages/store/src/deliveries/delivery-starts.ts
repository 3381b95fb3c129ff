import type { AnyBulkWriteOperation } from 'mongodb';
import { deliveryRows, toDelivery, type Delivery, type DeliveryDocument, type DeliveryTarget } from './deliveries.ts';
import { gather, oncePer } from '../database/gather.ts';
import type { Store } from '../database/store.ts';

/** A target waiting to be started, with its delivery. */
export interface UnstartedTarget {
  deliveryId: string;
  target: DeliveryTarget;
}

/** Lists targets that are still waiting although their delivery arrived more than `olderThanMs` ago; oldest first. */
export async function listUnstartedTargets(
  store: Store,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<UnstartedTarget[]> {
  const rows = await deliveryRows(store)
    .find(
      { waiting: { $gt: 0 }, receivedAt: { $lte: new Date(Date.now() - olderThanMs) } },
      { projection: { raw: 0, payload: 0 } },
    )
    .sort({ receivedAt: 1 })
    .limit(limit)
    .toArray();
  return rows
    .flatMap((row) => toDelivery(row).targets.map((target) => ({ deliveryId: row._id, target })))
    .filter(({ target }) => target.status === 'waiting')
    .slice(0, limit);
}

/** How much later than another one a delivery may be started although it arrived before it. */
const maxOvertakenMs = 10_000;

/**
 * Lists the deliveries that arrived shortly before another and have not started a workflow yet, the first to come first:
 * another process may start them a little later.
 */
export async function listUnstartedBefore(
  store: Store,
  { id, receivedAt }: Pick<Delivery, 'id' | 'receivedAt'>,
  { branchId, workflowId }: Pick<DeliveryTarget, 'branchId' | 'workflowId'>,
): Promise<string[]> {
  const at = new Date(receivedAt);
  const rows = await deliveryRows(store)
    .find(
      {
        ...{ waiting: { $gt: 0 }, receivedAt: { $gte: new Date(at.getTime() - maxOvertakenMs), $lte: at } },
        ...{ _id: { $ne: id }, targets: { $elemMatch: { branchId, workflowId, status: 'waiting' } } },
      },
      { projection: { _id: 1 } },
    )
    .sort({ receivedAt: 1 })
    .toArray();
  return rows.map(({ _id }) => _id);
}

/**
 * Records that Temporal has the run of a target; `started` holds Temporal's workflow id and run id. Changes nothing if
 * the target was no longer waiting.
 */
export async function markTargetStarted(
  store: Store,
  deliveryId: string,
  targetKey: string,
  started: { workflowId: string; runId: string },
): Promise<void> {
  return settle(store, deliveryId, targetKey, {
    'targets.$.status': 'started',
    'targets.$.started': started,
    'targets.$.startedAt': new Date(),
  });
}

/**
 * Records that a target can never start and why, for example because its branch was deleted. Changes nothing if it was
 * no longer waiting.
 */
export async function markTargetRefused(
  store: Store,
  deliveryId: string,
  targetKey: string,
  reason: string,
): Promise<void> {
  return settle(store, deliveryId, targetKey, { 'targets.$.status': 'refused', 'targets.$.reason': reason });
}

async function settle(
  store: Store,
  deliveryId: string,
  targetKey: string,
  values: Record<string, unknown>,
): Promise<void> {
  await settler(store)({
    updateOne: {
      filter: { _id: deliveryId, targets: { $elemMatch: { key: targetKey, status: 'waiting' } } },
      update: { $set: values, $inc: { waiting: -1 } },
    },
  });
}

/** Settles targets, those that are settled at the same time together. */
const settler = oncePer((store: Store) =>
  gather(async (updates: AnyBulkWriteOperation<DeliveryDocument>[]) => {
    await deliveryRows(store).bulkWrite(updates, { ordered: false });
    return updates.map(() => undefined);
  }),
);
