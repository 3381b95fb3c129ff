import type { Store } from '@tallyhook/store';
import { listUnstartedTargets } from '@tallyhook/store/deliveries';
import { startDeliveryRuns } from './start-delivery-runs.ts';
import type { TemporalClient } from './temporal-client.ts';

/** Small, so that a Temporal that has just come back does not get everything at once. */
const batchSize = 50;

export interface SweepOptions {
  /** Leaves deliveries younger than this to the process that took them, in milliseconds. */
  olderThanMs: number;
  /** Ends the sweep after the current delivery. */
  signal?: AbortSignal;
}

/** The number of deliveries that were started, and the errors of the others. */
export interface Swept {
  started: number;
  failures: { deliveryId: string; error: unknown }[];
}

/**
 * Starts the runs that deliveries still wait for, oldest first.
 * @throws when the store cannot be reached
 */
export async function sweepDeliveries(
  store: Store,
  temporal: TemporalClient,
  { olderThanMs, signal }: SweepOptions,
): Promise<Swept> {
  const waiting = await listUnstartedTargets(store, { olderThanMs, limit: batchSize });
  const swept: Swept = { started: 0, failures: [] };
  for (const deliveryId of new Set(waiting.map((target) => target.deliveryId))) {
    if (signal?.aborted) break;
    try {
      await startDeliveryRuns(store, temporal, deliveryId);
      swept.started++;
    } catch (error) {
      swept.failures.push({ deliveryId, error });
      // Temporal is probably down or overloaded: the other deliveries would only run into their deadlines too.
      if (swept.failures.length >= 3) break;
    }
  }
  return swept;
}
