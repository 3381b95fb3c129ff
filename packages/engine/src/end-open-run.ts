import type { Store } from '@tallyhook/store';
import { getRun, isEnded, releaseSlot, type RunError } from '@tallyhook/store/runs';
import { closeWaitsOfRun } from './close-waits.ts';
import { endAndTell } from './end-and-tell.ts';
import { endUnfinished } from './end-unfinished.ts';

/**
 * Ends an open run, and gives the error to everything in it that is still open. Returns false if the run had already
 * ended. Updates the run itself last, because its page polls until then. A cancelled run has no error.
 */
export async function endOpenRun(
  store: Store,
  runId: string,
  end: { status: 'failed' | 'cancelled'; error: RunError; at: Date },
): Promise<boolean> {
  const run = await getRun(store, runId);
  if (run === null || isEnded(run)) return false;
  await closeWaitsOfRun(store, runId);
  await endUnfinished(store, runId, end);
  // The sweep tells the run that waits for its place.
  await releaseSlot(store, runId);
  return endAndTell(store, runId, { ...end, error: end.status === 'failed' ? end.error : null });
}
