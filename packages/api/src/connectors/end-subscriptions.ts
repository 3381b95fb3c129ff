import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@tallyhook/store';
import { listSubscriptions, removeAccountRoutes, type Subscription } from '@tallyhook/store/workflows';

/** The worker ends subscriptions within seconds; a service that does not answer must not keep what uses them here. */
const maxMs = 10_000;
const lookEveryMs = 250;

/** Waits until the worker has ended subscriptions that nothing needs any more. Returns how many are left. */
export async function waitForSubscriptions(
  store: Store,
  workspaceId: string,
  isMeant: (one: Subscription) => boolean,
): Promise<number> {
  const endsAt = performance.now() + maxMs;
  for (;;) {
    const left = (await listSubscriptions(store, workspaceId)).filter(isMeant).length;
    if (left === 0 || performance.now() > endsAt) return left;
    await sleep(lookEveryMs);
  }
}

/**
 * Ends the subscriptions of an account while the service still knows it. Returns how many are left. No workflow gets
 * its deliveries any more.
 */
export async function endSubscriptionsOf(
  store: Store,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<number> {
  const isOfAccount = ({ accountId }: Subscription): boolean => accountId === id;
  if (!(await listSubscriptions(store, workspaceId)).some(isOfAccount)) return 0;
  await removeAccountRoutes(store, [id]);
  return waitForSubscriptions(store, workspaceId, isOfAccount);
}
