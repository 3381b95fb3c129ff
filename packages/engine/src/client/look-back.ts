import type { Store } from '@tallyhook/store';
import { findEarlierDelivery } from '@tallyhook/store/deliveries';
import { answerWait, getRun, listToLookBack, markLookedBack, type Wait } from '@tallyhook/store/runs';
import { findWaitRoute, removeTriggerRoute } from '@tallyhook/store/workflows';

/** A delivery that was being stored while the wait was opened is visible after this. */
const settledMs = 10_000;
const atOnce = 100;

/** Ends a wait by a delivery that came after its run was queued, if there is one. Returns whether there was. */
export async function endByEarlierDelivery(store: Store, wait: Wait): Promise<boolean> {
  const [route, run] = await Promise.all([findWaitRoute(store, wait.id), getRun(store, wait.runId)]);
  if (route === null || run === null) return false;
  const except = 'deliveryId' in run.trigger ? run.trigger.deliveryId : undefined;
  const deliveryId = await findEarlierDelivery(store, route, { since: run.queuedAt, except });
  if (deliveryId === null) return false;
  const ended = await answerWait(store, wait.id, { answer: { deliveryId }, by: null, at: new Date() });
  if (ended !== null) await removeTriggerRoute(store, route);
  return ended !== null;
}

/**
 * Looks back once more for waits that are a few seconds old: a delivery that was routed just before the wait was opened
 * may have been stored just after.
 */
export async function lookBackAgain(store: Store, now: Date): Promise<void> {
  for (const wait of await listToLookBack(store, new Date(now.getTime() - settledMs), atOnce)) {
    await endByEarlierDelivery(store, wait);
    await markLookedBack(store, wait.id);
  }
}
