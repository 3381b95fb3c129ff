import type { Store } from '@tallyhook/store';
import { endRun, type RunError } from '@tallyhook/store/runs';
import { listUnclearSteps } from './client/unclear-steps.ts';
import { notifyOfFailure, notifyWatchers } from './notify.ts';

/**
 * Ends an open run, and tells those who should know. A run that failed with a step that may have done something waits
 * for a decision. Returns false if it had already ended.
 */
export async function endAndTell(
  store: Store,
  runId: string,
  { status, error, at }: { status: 'completed' | 'failed' | 'cancelled'; error: RunError | null; at: Date },
): Promise<boolean> {
  const unclear = status === 'failed' ? await listUnclearSteps(store, runId) : [];
  const run = await endRun(store, runId, { status, error, at, isUndecided: unclear.length > 0 });
  if (run === null) return false;
  if (status === 'failed') await notifyOfFailure(store, run, { isUndecided: unclear.length > 0, now: at });
  await notifyWatchers(store, run, at);
  return true;
}
