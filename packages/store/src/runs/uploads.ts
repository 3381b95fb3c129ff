import type { Collection, Filter, WithId } from 'mongodb';
import { keepValue, readValue, type KeptValue } from './kept-values.ts';
import { copyPieceAnswers } from './piece-answers.ts';
import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import type { RunError } from './runs.ts';
import type { StepKey } from './step-results.ts';
import { addLines, type UploadLine, type UploadRequestName } from './upload-lines.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/**
 * The state of an upload, for users. `waiting`: for a worker; `starting`: the first request; `sending`: bytes;
 * `pausing`: before a retry; `limited`: until the service's rate limit allows the next request; `finishing`: the request after the file; `processing`: the service processes it. `done`,
 * `failed` and `cancelled` are final.
 */
export type UploadState =
  | 'waiting'
  | 'starting'
  | 'sending'
  | 'pausing'
  | 'limited'
  | 'finishing'
  | 'processing'
  | 'done'
  | 'failed'
  | 'cancelled';

/** The file as it was when the upload was queued; other content counts as another file. */
export interface UploadedFile {
  id: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/** The requests by name; one that an upload does not have may be absent. */
export type UploadRequests = Record<'start' | 'transfer' | 'finish', UploadRequestEntry | null> &
  Partial<Record<UploadRequestName, UploadRequestEntry | null>>;

/** `open`: never sent. `sending`: written before the first byte, so the other service may have it. */
export interface UploadRequestEntry {
  state: 'open' | 'sending' | 'answered';
  /** How often it was started. */
  sends: number;
  sendingAt: Date | null;
  /** The service's response, as JSON; undefined unless `answered`. */
  answer?: unknown;
}

/** The last piece sent. All earlier pieces are confirmed. */
export interface UploadPieceEntry {
  /** From 0. */
  index: number;
  /** The byte range of the last send; if the service kept the start of a piece, that part is not sent again. */
  start: number;
  endExclusive: number;
  /** `sending`: written before the first byte. `confirmed`: the service has reported how much of it it has. */
  state: 'sending' | 'confirmed';
  /** How often it was started, by any worker. */
  sends: number;
  /** How many sends have an unknown outcome because their worker died; default none. */
  doubtful?: number;
}

/** The journal of one upload: one row per (run, step, item), whichever worker sends. */
export interface Upload extends StepKey {
  id: string;
  /** Incremented by each worker that takes the upload over; only the holder of the highest fence writes and sends. */
  fence: number;
  /** When the current holder's activity was scheduled. */
  scheduledAt: Date | null;
  file: UploadedFile;
  /** Null unless the file is sent in pieces, and until the service has said the size of a piece if it decides. */
  pieceCount: number | null;
  state: UploadState;
  /** How many bytes from the start the other service has confirmed. */
  confirmedBytes: number;
  confirmedPieces: number;
  piece: UploadPieceEntry | null;
  /**
   * The next piece, recorded while the current one is sent, so that there is no pause between them; `sends` is the
   * number of its next send. It may already have been started while `piece` is `sending`. It has not been started once
   * `piece` is `confirmed`, nor while the upload is `pausing`.
   */
  ahead: UploadPieceEntry | null;
  requests: UploadRequests;
  queuedAt: Date;
  /** When the first request was started. */
  startedAt: Date | null;
  updatedAt: Date;
  /** While `pausing`: when to continue. */
  nextTryAt: Date | null;
  /** Since when no worker could connect to the service; null or absent if one could. */
  unreachedSince?: Date | null;
  /** Why something had to be sent again, as a message for users without secrets. */
  lastError: string | null;
  /** Set if the upload has failed for good or was cancelled. */
  failure: RunError | null;
  /** What was sent, oldest first: the last ones only. Absent if nothing was. */
  lines?: UploadLine[];
  /** How many lines there were. */
  lineCount?: number;
}

/** A worker's hold on an upload; lost as soon as another worker takes it over. */
export interface UploadHold {
  id: string;
  workspaceId: string;
  fence: number;
}

/** The fields a worker can change; a request's entry is replaced as a whole. */
export type UploadChange = Partial<
  Pick<
    Upload,
    | 'state'
    | 'pieceCount'
    | 'confirmedBytes'
    | 'confirmedPieces'
    | 'piece'
    | 'ahead'
    | 'startedAt'
    | 'nextTryAt'
    | 'unreachedSince'
    | 'lastError'
    | 'failure'
  >
> & {
  requests?: Partial<Record<UploadRequestName, UploadRequestEntry>>;
  /** Added to the others. */
  lines?: UploadLine[];
};

/** Responses contain URLs that let anyone write to the upload, so they are stored sealed. */
type KeptEntry = Omit<UploadRequestEntry, 'answer'> & { answer: KeptValue | null };

interface UploadDocument extends Omit<Upload, 'id' | 'requests'> {
  _id: string;
  requests: Record<string, KeptEntry | null>;
}

const collectionName = 'uploads';

export const uploadIndexes: CollectionIndexes = {
  collection: collectionName,
  indexes: [{ key: { runId: 1, stepId: 1, item: 1 }, name: 'step', unique: true }],
};

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

function uploads(store: Store): Collection<UploadDocument> {
  return store.system.collection(collectionName);
}

async function keepEntry(store: Store, hold: UploadHold, { answer, ...entry }: UploadRequestEntry): Promise<KeptEntry> {
  if (answer === undefined) return { ...entry, answer: null };
  const { id, workspaceId } = hold;
  const sealed = await sealText(store, { workspaceId, accountId: sealedFor(id), text: JSON.stringify(answer) });
  return { ...entry, answer: await keepValue(store, workspaceId, sealed) };
}

async function openUpload(store: Store, document: WithId<UploadDocument>): Promise<Upload> {
  const upload = withoutAnswers(document);
  for (const [name, entry] of Object.entries(document.requests) as [UploadRequestName, KeptEntry | null][]) {
    if (entry?.answer) upload.requests[name]!.answer = await openAnswer(store, upload, entry.answer);
  }
  return upload;
}

async function openAnswer(store: Store, { id, workspaceId }: Upload, kept: KeptValue): Promise<unknown> {
  const sealed = (await readValue(store, workspaceId, kept)) as SealedText;
  return JSON.parse(await openText(store, { workspaceId, accountId: sealedFor(id), sealed })) as unknown;
}

const sealedFor = (uploadId: string): string => `upload/${uploadId}`;

function withoutAnswers({ _id, requests, ...rest }: WithId<UploadDocument>): Upload {
  const entries = Object.entries(requests).map(([name, entry]) => {
    if (entry === null) return [name, null];
    const { state, sends, sendingAt } = entry;
    return [name, { state, sends, sendingAt }];
  });
  return { id: _id, ...rest, requests: Object.fromEntries(entries) as Upload['requests'] };
}
