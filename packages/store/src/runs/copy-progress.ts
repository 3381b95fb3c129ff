import { copyRecordWrites, recordWriteIndexes } from './record-writes.ts';
import { copyAnsweredSends, sendIndexes } from './sends.ts';
import { copyCompletedSteps, stepResultIndexes } from './step-results.ts';
import type { Run } from './runs.ts';
import { pieceAnswerIndexes } from './piece-answers.ts';
import { uploadIndexes } from './upload-rows.ts';
import type { Store } from '../database/store.ts';

/**
 * Gives a run that goes on from the failed step of another what that one has done: the results of its completed steps,
 * the requests that were answered, the records that were written. A run that is not stored yet does nothing with them,
 * so copy before the run is inserted: a run without them would do everything again.
 */
export async function copyProgress(store: Store, from: Pick<Run, 'id'>, runId: string): Promise<void> {
  await Promise.all([
    copyCompletedSteps(store, from.id, runId),
    copyAnsweredSends(store, from.id, runId),
    copyRecordWrites(store, from.id, runId),
  ]);
}

/** Removes what was copied for a run that was not stored after all; the values themselves belong to the other run. */
export async function dropProgress(store: Store, runId: string): Promise<void> {
  const { system } = store;
  await Promise.all([
    system.collection(stepResultIndexes.collection).deleteMany({ runId }),
    system.collection(sendIndexes.collection).deleteMany({ runId }),
    system.collection(uploadIndexes.collection).deleteMany({ runId }),
    system.collection(pieceAnswerIndexes.collection).deleteMany({ runId }),
    system
      .collection<{ _id: string }>(recordWriteIndexes.collection)
      .deleteMany({ _id: { $gte: `${runId}:`, $lt: `${runId};` } }),
  ]);
}
