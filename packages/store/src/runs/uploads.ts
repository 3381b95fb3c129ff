import type { Filter } from 'mongodb';
import { copyPieceAnswers } from './piece-answers.ts';
import type { StepKey } from './step-results.ts';
import type { Upload, UploadChange, UploadedFile, UploadHold } from './upload.ts';
import { addLines } from './upload-lines.ts';
import { keepEntry, openUpload, uploads, withoutAnswers, type UploadDocument } from './upload-rows.ts';
import { newId, type Store } from '../database/store.ts';

/** Inserts an upload as `waiting`; an existing one does not change. */
export async function queueUpload(
  store: Store,
  { workspaceId, runId, stepId, item }: StepKey,
  { file, pieceCount, at }: { file: UploadedFile; pieceCount: number | null; at: Date },
): Promise<void> {
  const row: Omit<UploadDocument, keyof StepKey> = {
    _id: newId(),
    fence: 0,
    scheduledAt: null,
    file,
    pieceCount,
    state: 'waiting',
    confirmedBytes: 0,
    confirmedPieces: 0,
    piece: null,
    ahead: null,
    requests: { start: null, transfer: null, finish: null },
    queuedAt: at,
    startedAt: null,
    updatedAt: at,
    nextTryAt: null,
    lastError: null,
    failure: null,
  };
  await uploads(store).updateOne({ runId, stepId, item }, { $setOnInsert: { ...row, workspaceId } }, { upsert: true });
}

/**
 * Takes an upload over with a higher fence, and returns the state the previous worker left. A delayed worker may come
 * with work that was given to another long ago. Returns `overtaken` if later work has been taken up, `absent` if
 * nothing was queued.
 */
export async function takeUpload(
  store: Store,
  { runId, stepId, item }: StepKey,
  { scheduledAt }: { scheduledAt: Date },
): Promise<{ hold: UploadHold; upload: Upload } | 'overtaken' | 'absent'> {
  const key = { runId, stepId, item };
  const document = await uploads(store).findOneAndUpdate(
    { ...key, $or: [{ scheduledAt: null }, { scheduledAt: { $lte: scheduledAt } }] },
    { $inc: { fence: 1 }, $set: { scheduledAt } },
    { returnDocument: 'after' },
  );
  if (document === null) return (await uploads(store).countDocuments(key)) > 0 ? 'overtaken' : 'absent';
  const { _id: id, workspaceId, fence } = document;
  return { hold: { id, workspaceId, fence }, upload: await openUpload(store, document) };
}

/**
 * Copies a failed upload to another run, which goes on with it: what was confirmed stays, and the counts of attempts
 * start at 0. Copy it before the run is stored.
 */
export async function copyUpload(store: Store, from: Omit<StepKey, 'workspaceId'>, runId: string): Promise<void> {
  const { stepId, item } = from;
  const document = await uploads(store).findOne({ runId: from.runId, stepId, item });
  if (document === null) return;
  const { requests, piece, workspaceId, ...upload } = await openUpload(store, document);
  const id = newId();
  const hold = { id, workspaceId, fence: 0 };
  // The answers are sealed for their upload.
  const kept = Object.entries(requests)
    // The time to wait for the processing begins again.
    .filter(([name, entry]) => name !== 'processed' || entry?.state === 'answered')
    .map(async ([name, entry]) => [name, entry && (await keepEntry(store, hold, entry))]);
  const { file, pieceCount, confirmedBytes, confirmedPieces, lastError, updatedAt } = upload;
  const same = { workspaceId, stepId, item, file, pieceCount, confirmedBytes, confirmedPieces, lastError, updatedAt };
  const fresh = {
    ...{ fence: 0, scheduledAt: null, state: 'waiting' as const, queuedAt: new Date(), startedAt: null },
    ...{ nextTryAt: null, unreachedSince: null, failure: null, ahead: null },
    piece: piece && { ...piece, sends: 0, doubtful: 0 },
  };
  const entries = Object.fromEntries(await Promise.all(kept)) as UploadDocument['requests'];
  await copyPieceAnswers(store, { id: upload.id, workspaceId }, { ...hold, runId });
  await uploads(store).insertOne({ ...same, ...fresh, _id: id, runId, requests: entries });
}

/** Whether no other worker has taken the upload over. */
export async function holdsUpload(store: Store, { id, fence }: UploadHold): Promise<boolean> {
  return (await uploads(store).findOne({ _id: id, fence }, { projection: { _id: 1 } })) !== null;
}

/** Writes a change. False: another worker has taken the upload over, and nothing more may be sent. */
export async function writeUpload(
  store: Store,
  hold: UploadHold,
  { change: { requests = {}, lines = [], ...change }, at }: { change: UploadChange; at: Date },
): Promise<boolean> {
  const entries = Object.entries(requests).map(async ([name, entry]) => [
    `requests.${name}`,
    await keepEntry(store, hold, entry!),
  ]);
  const values = Object.fromEntries(await Promise.all(entries)) as object;
  const outcome = await uploads(store).updateOne(
    { _id: hold.id, fence: hold.fence },
    {
      $set: { ...change, ...values, updatedAt: at },
      ...addLines(lines),
    },
  );
  return outcome.matchedCount === 1;
}

/**
 * Takes over all open uploads of a run, for the process that ends it: a delayed worker that resumes later sends nothing
 * more. The service's responses are left out.
 */
export async function takeOpenUploads(store: Store, runId: string): Promise<{ hold: UploadHold; upload: Upload }[]> {
  const open: Filter<UploadDocument> = { runId, failure: null, state: { $ne: 'done' } };
  const taken: { hold: UploadHold; upload: Upload }[] = [];
  for (;;) {
    const fresh = { ...open, _id: { $nin: taken.map(({ hold }) => hold.id) } };
    const raise = { $inc: { fence: 1 } };
    const document = await uploads(store).findOneAndUpdate(fresh, raise, { returnDocument: 'after' });
    if (document === null) return taken;
    const { _id: id, workspaceId, fence } = document;
    taken.push({ hold: { id, workspaceId, fence }, upload: withoutAnswers(document) });
  }
}

/** Lists the uploads of a run, without the service's responses. */
export async function listUploads(store: Store, runId: string): Promise<Upload[]> {
  const documents = await uploads(store).find({ runId }).sort({ _id: 1 }).toArray();
  return documents.map(withoutAnswers);
}
