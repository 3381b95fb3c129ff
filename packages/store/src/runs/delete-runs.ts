import { ObjectId, type Collection } from 'mongodb';
import { openRunStatuses } from '@tallyhook/schemas/run-statuses';
import type { Store } from '../database/store.ts';
import { decisionIndexes } from './decisions.ts';
import { removeValue, type KeptValue } from './kept-values.ts';
import { recordWriteIndexes } from './record-writes.ts';
import { runIndexes, type Run } from './runs.ts';
import { sendIndexes } from './sends.ts';
import { stepResultIndexes } from './step-results.ts';
import { testTriggers } from './test-triggers.ts';
import { uploadIndexes } from './uploads.ts';
import { waitIndexes } from './waits.ts';

/** Long past the time for which deliveries are remembered: a repeat never finds its run gone. */
export const minKeptDays = 31;

/**
 * Deletes runs that were queued before a moment, with everything that belongs to them, the oldest first. Open runs and
 * those that wait for a decision stay. Returns how many were deleted; call it again while that is `limit`.
 */
export async function deleteOldRuns(
  store: Store,
  { queuedBefore, limit }: { queuedBefore: Date; limit: number },
): Promise<number> {
  // Ids begin with the time of their making.
  const last = ObjectId.createFromTime(Math.floor(queuedBefore.getTime() / 1000)).toHexString();
  const rows = await runs(store)
    .find(
      { _id: { $lt: last }, status: { $nin: openRunStatuses }, isUndecided: { $exists: false } },
      { projection: { workspaceId: 1 } },
    )
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  for (const { _id, workspaceId } of rows) await deleteRun(store, { id: _id, workspaceId });
  return rows.length;
}

type RunDocument = Omit<Run, 'id'> & { _id: string };

const runs = (store: Store): Collection<RunDocument> => store.system.collection(runIndexes.collection);

/** The run itself goes last, so that an interrupted deletion is done again. */
async function deleteRun(store: Store, { id: runId, workspaceId }: Pick<Run, 'id' | 'workspaceId'>): Promise<void> {
  await removeValues(store, { runId, workspaceId });
  for (const { collection } of [stepResultIndexes, sendIndexes, uploadIndexes, waitIndexes, decisionIndexes])
    await store.system.collection(collection).deleteMany({ runId });
  await testTriggers(store).deleteOne({ _id: runId });
  await store.system
    .collection<{ _id: string }>(recordWriteIndexes.collection)
    .deleteMany({ _id: { $gte: `${runId}:`, $lt: `${runId};` } });
  await runs(store).deleteOne({ _id: runId });
}

/** Large values are stored as files, which other attempts of the run may share. */
async function removeValues(
  store: Store,
  { runId, workspaceId }: { runId: string; workspaceId: string },
): Promise<void> {
  const results = store.system.collection<{ input: KeptValue; output: KeptValue | null }>(stepResultIndexes.collection);
  const rows = await results.find({ runId }, { projection: { input: 1, output: 1 } }).toArray();
  const test = await testTriggers(store).findOne({ _id: runId });
  for (const value of [...rows.flatMap(({ input, output }) => [input, output]), test?.trigger]) {
    if (!value || !('fileId' in value)) continue;
    const { fileId } = value;
    const others = { runId: { $ne: runId }, $or: [{ 'input.fileId': fileId }, { 'output.fileId': fileId }] };
    if ((await results.countDocuments(others, { limit: 1 })) === 0) await removeValue(store, workspaceId, value);
  }
}
