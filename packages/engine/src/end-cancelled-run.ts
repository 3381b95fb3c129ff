import type { Store } from '@tallyhook/store';
import { endOpenRun } from './end-open-run.ts';
import { sentenceOf } from './failure-sentences.ts';

/** Ends an open run as cancelled, with all of it that has not ended; returns false when it had ended before. */
export function endCancelledRun(store: Store, runId: string, at: Date): Promise<boolean> {
  const error = { code: 'cancelled', message: sentenceOf('cancelled') };
  return endOpenRun(store, runId, { status: 'cancelled', error, at });
}
