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
import { pieceAnswerIndexes } from './piece-answers.ts';
import { uploadIndexes } from './upload-rows.ts';
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
  const ofRun = [stepResultIndexes, sendIndexes, uploadIndexes, pieceAnswerIndexes, waitIndexes, decisionIndexes];
  for (const { collection } of ofRun) await store.system.collection(collection).deleteMany({ runId });
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
  for (const { fileId, sizeBytes } of await filesOf(store, runId)) {
    const others = { runId: { $ne: runId } };
    const shared = await Promise.all([
      results(store).countDocuments({ ...others, 'input.fileId': fileId }, { limit: 1 }),
      results(store).countDocuments({ ...others, 'output.fileId': fileId }, { limit: 1 }),
      sends(store).countDocuments({ ...others, 'outcome.output.fileId': fileId }, { limit: 1 }),
    ]);
    if (shared.every((count) => count === 0)) await removeValue(store, workspaceId, { fileId, sizeBytes });
  }
}

type Kept = KeptValue | null | undefined;

const results = (store: Store) => store.system.collection<{ input: Kept; output: Kept }>(stepResultIndexes.collection);
const sends = (store: Store) => store.system.collection<{ outcome?: { output?: Kept } | null }>(sendIndexes.collection);
const uploads = (store: Store) =>
  store.system.collection<{ requests?: Record<string, { answer?: Kept } | null> }>(uploadIndexes.collection);
const decisions = (store: Store) => store.system.collection<{ output: Kept }>(decisionIndexes.collection);

async function filesOf(store: Store, runId: string): Promise<Exclude<KeptValue, { json: string }>[]> {
  const [ofSteps, ofSends, ofUploads, ofDecisions, test] = await Promise.all([
    results(store)
      .find({ runId }, { projection: { input: 1, output: 1 } })
      .toArray(),
    sends(store)
      .find({ runId }, { projection: { outcome: 1 } })
      .toArray(),
    uploads(store)
      .find({ runId }, { projection: { requests: 1 } })
      .toArray(),
    decisions(store)
      .find({ runId }, { projection: { output: 1 } })
      .toArray(),
    testTriggers(store).findOne({ _id: runId }),
  ]);
  const kept: Kept[] = [
    ...ofSteps.flatMap(({ input, output }) => [input, output]),
    ...ofSends.map(({ outcome }) => outcome?.output),
    ...ofUploads.flatMap(({ requests }) => Object.values(requests ?? {}).map((request) => request?.answer)),
    ...ofDecisions.map(({ output }) => output),
    test?.trigger,
  ];
  return kept.filter((value) => value != null && 'fileId' in value);
}
