import { endRun, getRun, isEnded, type Store } from '@tallyhook/store';
import { endUnfinished } from './end-unfinished.ts';
import { sentenceOf } from './failure-sentences.ts';

/**
 * Ends an open run as cancelled, with all of it that has not ended; returns false when it had ended before. The run itself
 * comes last: until then its page goes on reading.
 */
export async function endCancelledRun(store: Store, runId: string, at: Date): Promise<boolean> {
  const run = await getRun(store, runId);
  if (run === null || isEnded(run)) return false;
  const error = { code: 'cancelled', message: sentenceOf('cancelled') };
  await endUnfinished(store, runId, { status: 'cancelled', error, at });
  return endRun(store, runId, { status: 'cancelled', error: null, at });
}
