import { WorkflowNotFoundError } from '@temporalio/client';
import type { Store } from '@tallyhook/store';
import { listNextInSlots, listUnwoken, markWoken, type Wait } from '@tallyhook/store/runs';
import { forPlace, wakeSignal } from '../workflows/wake-signal.ts';
import type { TemporalClient } from './temporal-client.ts';

const wakeTimeoutMs = 5_000;
const atOnce = 200;

/**
 * Wakes a run because something it waits for has come. The row of the wait was written before, so waking a run twice
 * does nothing twice.
 * @throws Temporal's errors when it cannot be reached; the sweep wakes the run later
 */
export async function wakeRun(store: Store, temporal: TemporalClient, wait: Wait): Promise<void> {
  const { id, temporalWorkflowId, stepId, item } = wait;
  await signal(temporal, temporalWorkflowId, `${stepId}:${item}`);
  await markWoken(store, id);
}

/** Wakes the runs that wait longest for a place, in case nothing woke them when it became free. */
export async function wakeWaitingForPlaces(store: Store, temporal: TemporalClient): Promise<void> {
  for (const temporalWorkflowId of await listNextInSlots(store, atOnce))
    await signal(temporal, temporalWorkflowId, forPlace);
}

async function signal(temporal: TemporalClient, temporalWorkflowId: string, place: string): Promise<void> {
  try {
    await temporal.call(wakeTimeoutMs, (client) =>
      client.workflow.getHandle(temporalWorkflowId).signal(wakeSignal, place),
    );
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** Wakes the runs whose waits were answered a while ago, and that nothing woke. */
export async function wakeLeftovers(
  store: Store,
  temporal: TemporalClient,
  { olderThanMs }: { olderThanMs: number },
): Promise<number> {
  const waits = await listUnwoken(store, new Date(Date.now() - olderThanMs), atOnce);
  for (const wait of waits) await wakeRun(store, temporal, wait);
  return waits.length;
}
