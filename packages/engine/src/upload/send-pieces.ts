import {
  ActionError,
  pieceAnswer,
  readPieceAddress,
  readTransferAnswer,
  type Answer,
  type Piece,
  type TransferReading,
  type UploadCall,
  type UploadFailure,
  type UploadRequest,
} from '@tallyhook/sdk';
import type { Upload, UploadPieceEntry } from '@tallyhook/store/runs';
import { askProgress } from './ask-progress.ts';
import { buildRequest } from './build-request.ts';
import { carry } from './carry.ts';
import { digestPiece } from './content-values.ts';
import { maxSends } from './limits.ts';
import type { LineHead } from './lines.ts';
import { pauseBefore } from './pause-before.ts';
import { createPermits, noteLeft, noteNotBegun, type Permits } from './permits.ts';
import { reach } from './reach.ts';
import { writeComplete } from './send-whole.ts';
import { takeTurn, type UploadTurn } from './turn.ts';
import { describeSends, finalFailure, forPerson } from './upload-failures.ts';
import { receive, type UploadJob } from './upload-job.ts';

/**
 * Sends the file in pieces, each from the position that the service reports, until the service has all of it. A failed
 * piece is sent again up to three times, across all workers.
 */
export async function sendPieces(job: UploadJob): Promise<Answer> {
  const { journal, description, onPoint } = job;
  const permits = createPermits(job);
  let transfer = await settleLeft(job);
  while (transfer === null) {
    const { confirmedBytes, file } = journal.upload;
    const piece = description.pieceAt(confirmedBytes, file.sizeBytes);
    transfer = await sendPiece(job, piece, permits);
    if (transfer === null) await onPoint?.('between pieces', piece.index);
  }
  return transfer;
}

/**
 * A piece that a worker left unfinished counts as one failed send. So does the piece it wrote ahead, unless the service
 * has fewer bytes than come before it.
 */
async function settleLeft(job: UploadJob): Promise<Answer | null> {
  const left = noteLeft(job.journal);
  if (left === null) return null;
  const error = new ActionError('transient', 'the worker that sent the piece died', { mayHaveArrived: true });
  return goOnAfter(job, left.piece, { kind: 'failed', retry: true, credential: false, error }, left.ahead);
}

/** Returns null while the file is incomplete. */
async function sendPiece(job: UploadJob, piece: Piece, permits: Permits): Promise<Answer | null> {
  const { call, time, onPoint } = job;
  time.checkBetween();
  await job.credential.renewIfEnding();
  const digested: Piece = { ...piece, digests: await digestPiece(job, piece) };
  let carried: UploadCall = { ...call, piece: digested };
  const { hasPieceAddress } = job.description;
  // Built before the piece is written down, so that a mistake leaves no doubt about it.
  let request = buildRequest(job, hasPieceAddress ? 'pieceAddress' : 'transfer', carried);
  await onPoint?.('before sending', piece.index);
  // Runs in parallel with the write; both finish before the first byte is sent.
  const checking = job.checkFile();
  checking.catch(() => undefined);
  const first = await takeTurn(job);
  const unsent = job.journal.upload;
  const entry = await permits.take(piece);
  const head = { request: 'transfer' as const, sends: entry.sends, range: piece };
  await checking;
  let turn = first;
  const asked = hasPieceAddress ? await askAddress(job, { request, carried, unsent, head, turn }) : undefined;
  if (asked?.kind === 'addressed') {
    job.pieceAddresses.set(piece.index, asked.address);
    carried = { ...carried, piece: { ...digested, address: asked.address } };
    request = buildRequest(job, 'transfer', carried);
    await onPoint?.('address answered', piece.index);
    turn = await takeTurn(job, unsent);
  }
  const reading =
    asked?.kind === 'failed' ? asked : await carryPiece(job, { request, carried, unsent, head, turn }, piece, permits);
  const settled = await settle(job, entry, reading);
  if (settled.kind !== 'failed') return settled.transfer;
  const { failure } = settled;
  const isRenewed = entry.sends < maxSends && (await job.credential.renewAfter(failure));
  if (!failure.retry && !isRenewed) throw finalFailure(job.journal.upload, failure.error);
  if (!mayGoOn(job, entry)) throw sentInVain(job, failure);
  permits.dropAhead();
  await pauseBefore(job, { sends: entry.sends, failure });
  return goOnAfter(job, entry, failure);
}

/** A request of a piece, the values of its templates, and the journal before the piece was written down. */
interface PieceRequest {
  request: UploadRequest;
  carried: UploadCall;
  unsent: Upload;
  head: LineHead;
  turn: UploadTurn;
}

/** Asks where a piece goes. A failure is one of the piece, which counts as sent. */
async function askAddress(
  job: UploadJob,
  { request, carried, unsent, head, turn }: PieceRequest,
): Promise<{ kind: 'addressed'; address: Answer } | UploadFailure> {
  const { released, actionName, http, time } = job;
  const received = await reach(job, {
    ...{ before: unsent, turn, head: { ...head, request: 'pieceAddress' } },
    send: ({ mayWrite }) => receive(job, http.send(request, { signal: time.signal(), ...(mayWrite && { mayWrite }) })),
  });
  return readPieceAddress(released, actionName, received, carried);
}

async function carryPiece(
  job: UploadJob,
  { request, carried, unsent, head, turn }: PieceRequest,
  piece: Piece,
  permits: Permits,
): Promise<TransferReading> {
  const { released, actionName, description, onPoint } = job;
  const received = await reach(job, {
    ...{ before: unsent, turn, head },
    send: (own) => permits.writeAheadDuring(() => carry(job, request, piece, own)),
  });
  await onPoint?.('after answer', piece.index);
  const reading = readTransferAnswer(released, actionName, received, carried);
  if (reading.kind !== 'failed' && description.readsPieceAnswers && !(received instanceof ActionError)) {
    await job.pieceAnswers.keep(pieceAnswer(released, actionName, piece, received));
    await onPoint?.('answer kept', piece.index);
  }
  return reading;
}

/**
 * Asks how much of the file has arrived, if possible, before the piece is sent again. `ahead` is the next piece, which
 * may have been begun too.
 */
async function goOnAfter(
  job: UploadJob,
  entry: UploadPieceEntry,
  failure: UploadFailure,
  ahead?: UploadPieceEntry | null,
): Promise<Answer | null> {
  const asked = await askProgress(job, (ahead ?? entry).endExclusive);
  if (asked !== null) {
    const reachesAhead = ahead && asked.kind === 'confirmed' && asked.confirmedBytes >= ahead.start;
    const settled = await settle(job, reachesAhead ? ahead : entry, asked);
    if (settled.kind !== 'failed') return settled.transfer;
    if (!settled.failure.retry) throw finalFailure(job.journal.upload, settled.failure.error);
  }
  if (entry.sends >= maxSends) throw sentInVain(job, failure);
  return null;
}

/** After the fourth send only a status request can help. */
function mayGoOn({ description }: UploadJob, { sends }: UploadPieceEntry): boolean {
  return sends < maxSends || description.hasStatus;
}

function sentInVain({ journal }: UploadJob, { error }: UploadFailure): ActionError {
  const { piece, pieceCount } = journal.upload;
  const which = `piece ${(piece?.index ?? 0) + 1} of ${pieceCount}`;
  return finalFailure(journal.upload, error, `${which} ${describeSends(piece ?? { sends: maxSends }, error)}`);
}

type Settled = { kind: 'settled'; transfer: Answer | null } | { kind: 'failed'; failure: UploadFailure };

/**
 * Records how much of the file has arrived. A person must decide if the service reports more than was sent, or less
 * than before.
 */
async function settle(job: UploadJob, entry: UploadPieceEntry, reading: TransferReading): Promise<Settled> {
  const { journal, description } = job;
  if (reading.kind === 'failed') return { kind: 'failed', failure: reading };
  if (reading.kind === 'complete') return { kind: 'settled', transfer: await writeComplete(job, reading.transfer) };
  const { confirmedBytes: before, file } = journal.upload;
  const { confirmedBytes } = reading;
  noteNotBegun(journal, confirmedBytes);
  if (confirmedBytes < before) throw forPerson(journal.upload, lost(confirmedBytes, before));
  if (confirmedBytes > entry.endExclusive) throw forPerson(journal.upload, tooMany(confirmedBytes, entry.endExclusive));
  if (confirmedBytes === before) return { kind: 'failed', failure: keptNothing(entry) };
  const confirmedPieces = description.pieceAt(confirmedBytes, file.sizeBytes).index;
  const piece = { ...entry, state: 'confirmed' as const };
  journal.note({ state: 'sending', confirmedBytes, confirmedPieces, piece, nextTryAt: null, lastError: null });
  return { kind: 'settled', transfer: null };
}

const lost = (now: number, before: number): string =>
  `the service has ${now} bytes of the file although it had ${before} before`;
const tooMany = (now: number, sent: number): string =>
  `the service says it has ${now} bytes of the file although only ${sent} were sent`;

function keptNothing({ index }: UploadPieceEntry): UploadFailure {
  const error = new ActionError('transient', `the service stored nothing of piece ${index + 1}`, {
    mayHaveArrived: true,
  });
  return { kind: 'failed', retry: true, credential: false, error };
}
