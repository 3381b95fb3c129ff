import { deliveryRows, toDelivery, type DeliveryTarget } from './deliveries.ts';
import type { Store } from '../database/store.ts';

/** A target that waits to be started, with the delivery it belongs to. */
export interface UnstartedTarget {
  deliveryId: string;
  target: DeliveryTarget;
}

/** The targets that still wait although their delivery came more than `olderThanMs` ago; the oldest first. */
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

/**
 * Notes that Temporal has the run of a target; `started` holds its workflow id and run id there.
 * False when the target was no longer waiting: then nothing was changed.
 */
export async function markTargetStarted(
  store: Store,
  deliveryId: string,
  targetKey: string,
  started: { workflowId: string; runId: string },
): Promise<boolean> {
  return settle(store, deliveryId, targetKey, {
    'targets.$.status': 'started',
    'targets.$.started': started,
    'targets.$.startedAt': new Date(),
  });
}

/** Notes that a target can never start, as when its branch is gone, and why. False when it was no longer waiting. */
export async function markTargetRefused(
  store: Store,
  deliveryId: string,
  targetKey: string,
  reason: string,
): Promise<boolean> {
  return settle(store, deliveryId, targetKey, { 'targets.$.status': 'refused', 'targets.$.reason': reason });
}

async function settle(
  store: Store,
  deliveryId: string,
  targetKey: string,
  values: Record<string, unknown>,
): Promise<boolean> {
  const { modifiedCount } = await deliveryRows(store).updateOne(
    { _id: deliveryId, targets: { $elemMatch: { key: targetKey, status: 'waiting' } } },
    { $set: values, $inc: { waiting: -1 } },
  );
  return modifiedCount === 1;
}
