import type { Store } from '@tallyhook/store';
import { endRun, type RunEnding } from '@tallyhook/store/runs';
import { listUnclearSteps } from './client/unclear-steps.ts';
import { notifyOfFailure, notifyWatchers } from './notify.ts';

/**
 * Ends an open run, and tells those who should know. A run that failed with a step that may have done something waits
 * for a decision. Returns false if it had already ended.
 */
export async function endAndTell(
  store: Store,
  runId: string,
  { status, error, at, onlyQueued }: Omit<RunEnding, 'isUndecided'>,
): Promise<boolean> {
  const unclear = status === 'failed' ? await listUnclearSteps(store, runId) : [];
  const isUndecided = unclear.length > 0;
  const run = await endRun(store, runId, { status, error, at, isUndecided, ...(onlyQueued && { onlyQueued }) });
  if (run === null) return false;
  // Who tests a step is there, and nothing goes on after it.
  if (status === 'failed' && !run.isTest) await notifyOfFailure(store, run, { isUndecided, now: at });
  if (run.watchers.length > 0) await notifyWatchers(store, run, at);
  return true;
}
