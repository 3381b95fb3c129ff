import type { Store } from '@tallyhook/store';
import { endRun, getRun, isEnded, type RunError } from '@tallyhook/store/runs';
import { endUnfinished } from './end-unfinished.ts';

/**
 * Ends an open run with all of it that has not ended, which gets the error; returns false when it had ended before. The run
 * itself comes last: until then its page goes on reading. One that was cancelled has no error of its own.
 */
export async function endOpenRun(
  store: Store,
  runId: string,
  end: { status: 'failed' | 'cancelled'; error: RunError; at: Date },
): Promise<boolean> {
  const run = await getRun(store, runId);
  if (run === null || isEnded(run)) return false;
  await endUnfinished(store, runId, end);
  return endRun(store, runId, { ...end, error: end.status === 'failed' ? end.error : null });
}
