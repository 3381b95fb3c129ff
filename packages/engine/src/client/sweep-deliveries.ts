import type { Store } from '@tallyhook/store';
import { listUnstartedTargets } from '@tallyhook/store/deliveries';
import { startDeliveryRuns } from './start-delivery-runs.ts';
import type { TemporalClient } from './temporal-client.ts';

/** A few at a time: a Temporal that has just come back is not met by everything at once. */
const batchSize = 50;

export interface SweepOptions {
  /** Deliveries younger than this are left to whoever took them, in milliseconds. */
  olderThanMs: number;
  /** Ends the sweep after the delivery in hand. */
  signal?: AbortSignal;
}

/** How many deliveries were started, and what went wrong with the others. */
export interface Swept {
  started: number;
  failures: { deliveryId: string; error: unknown }[];
}

/** Starts what deliveries still wait for, the oldest first. Throws when the store cannot be reached. */
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
      // Temporal is away or overloaded, most likely: the others would only wait for their deadlines too.
      if (swept.failures.length >= 3) break;
    }
  }
  return swept;
}
