import { endRun, getRun, isEnded, type RunError, type Store } from '@tallyhook/store';
import { endUnfinished } from './end-unfinished.ts';

/**
 * Ends an open run as failed, with all of it that has not ended; returns false when it had ended before. The run itself comes
 * last: until then its page goes on reading.
 */
export async function endFailedRun(
  store: Store,
  runId: string,
  { error, at }: { error: RunError; at: Date },
): Promise<boolean> {
  const run = await getRun(store, runId);
  if (run === null || isEnded(run)) return false;
  await endUnfinished(store, runId, { status: 'failed', error, at });
  return endRun(store, runId, { status: 'failed', error, at });
}
