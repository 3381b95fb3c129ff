import type { Store } from '@tallyhook/store';
import { endOpenRun } from './end-open-run.ts';
import { sentenceOf } from './failure-sentences.ts';

/** Ends an open run as cancelled, with everything in it that is still open. Returns false if it had already ended. */
export function endCancelledRun(store: Store, runId: string, at: Date): Promise<boolean> {
  const error = { code: 'cancelled', message: sentenceOf('cancelled') };
  return endOpenRun(store, runId, { status: 'cancelled', error, at });
}
