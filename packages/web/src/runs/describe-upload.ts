import type { RunStep, StepUpload, UploadLine } from '@tallyhook/schemas/api';
import type { Formats } from '../chart/formats.ts';
import { describeMs } from './duration.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** The confirmed share in whole percent; 100 only when all bytes are confirmed. */
export function percentOf({ confirmedBytes, sizeBytes }: Pick<StepUpload, 'confirmedBytes' | 'sizeBytes'>): number {
  return sizeBytes === 0 ? 100 : Math.floor((100 * confirmedBytes) / sizeBytes);
}

/** `1.2 of 2.0 GB`: both in the unit of the total. Units are decimal, as usual for networks. */
export function describeBytes({ confirmedBytes, sizeBytes }: Pick<StepUpload, 'confirmedBytes' | 'sizeBytes'>): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3)));
  const shown = (bytes: number) => (bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1);
  return `${shown(confirmedBytes)} of ${shown(sizeBytes)} ${units[power]}`;
}

export interface Progress {
  /** Observed bytes per second; undefined if nothing has been confirmed yet. */
  bytesPerSecond: number | undefined;
}

/** `61 % · 1.2 of 2.0 GB · 37 of 61 pieces confirmed · about 4 min`; unknown parts are left out. */
export function describeProgress(upload: StepUpload, { bytesPerSecond }: Progress): string {
  const { pieceCount, confirmedPieces, sizeBytes, confirmedBytes, state } = upload;
  const pieces = pieceCount === null ? undefined : `${confirmedPieces} of ${pieceCount} pieces confirmed`;
  const isSending = state === 'sending' && confirmedBytes < sizeBytes;
  const left = isSending && bytesPerSecond ? (sizeBytes - confirmedBytes) / bytesPerSecond : undefined;
  const about = left === undefined ? undefined : `about ${describeLeft(left)}`;
  return [`${percentOf(upload)} %`, describeBytes(upload), pieces, about].filter(Boolean).join(' · ');
}

function describeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`;
  return seconds < 3_600 ? `${Math.round(seconds / 60)} min` : describeMs(seconds * 1_000);
}

/** After this many seconds without a confirmation, the page says that nothing is moving. */
const quietSeconds = 20;

/** What the upload is doing right now; waiting for a retry is not a failure. */
export function describeState(
  { state, sends, nextTryAt, lastError, updatedAt }: StepUpload,
  formats: Formats,
  now: Date,
): string {
  const why = lastError === null ? '' : `: ${lastError}`;
  switch (state) {
    case 'waiting':
      return 'Waiting for its turn';
    case 'starting':
      return 'Starting the upload';
    case 'sending':
      return `${sends > 1 ? `Sending again, try ${sends}${why}` : 'Sending'}${describeQuiet(updatedAt, now)}`;
    case 'pausing':
      return nextTryAt === null
        ? `Waiting to send again${why}`
        : `Waiting to send again, try ${sends + 1} at ${formats.time(nextTryAt)}${why}`;
    case 'limited':
      return nextTryAt === null
        ? "Waiting for the service's rate limit"
        : `Waiting for the service's rate limit; goes on at ${formats.time(nextTryAt)}`;
    case 'finishing':
      return 'Everything has arrived; finishing';
    case 'processing':
      return nextTryAt === null
        ? 'Everything has arrived; asking whether the service has processed it'
        : `Everything has arrived; asking again at ${formats.time(nextTryAt)} whether the service has processed it`;
    case 'done':
      return 'Everything has arrived';
    case 'failed':
      return 'The upload failed; the error is above';
    case 'cancelled':
      return 'The run was cancelled; nothing more is sent';
  }
}

const requestNames = {
  start: 'The request before the file',
  transfer: 'The file',
  finish: 'The request after the file',
} as const;

/** What was sent, when, and whether it was answered, one line per request. */
export function describeRequests({ requests, piece, pieceCount }: StepUpload, formats: Formats): string[] {
  const lines = requests
    .filter(({ sends }) => sends > 0)
    .map(({ request, state, sends, sentAt }) => {
      const when = sentAt === null ? '' : ` at ${formats.second(sentAt)}`;
      return `${requestNames[request]} was sent${when}${describeTimes(sends)}; ${answers[state]}`;
    });
  if (piece === null) return lines;
  const range = `bytes ${piece.start} to ${Math.max(piece.start, piece.endExclusive - 1)}`;
  const sent = `Piece ${piece.number} of ${pieceCount} (${range}) was sent${describeTimes(piece.sends)}; ${answers[piece.state]}`;
  return lines.toSpliced(1, 0, sent);
}

/** One line of the journal: `14:40:07 Piece 2, bytes 100 to 199, try 2: answered 308`. */
export function describeLine(line: UploadLine, formats: Formats): string {
  const { at, result, request = '', piece, start, endExclusive, sends = 1, status, error = '', ms = 0 } = line;
  const when = formats.second(at);
  if (result === 'waited') return `${when} Waited ${describeMs(ms)} for the service's rate limit`;
  const what =
    piece === undefined ? lineNames(request) : `Piece ${piece}${request === 'transfer' ? '' : ', its address'}`;
  const hasBytes = start !== undefined && endExclusive !== undefined && request === 'transfer';
  const range = hasBytes ? `, ${describeRange(start, endExclusive)}` : '';
  const ends = {
    answered: `answered ${status}`,
    failed: error,
    left: 'the worker ended, and the answer is not known',
  };
  return `${when} ${what}${range}${sends > 1 ? `, try ${sends}` : ''}: ${ends[result]}`;
}

function lineNames(request: string): string {
  const names: Record<string, string> = {
    ...requestNames,
    status: 'Asked how much has arrived',
    processed: 'Asked whether it is processed',
    abort: 'The request that gives the upload up',
  };
  return names[request] ?? `The request "${request.replace(/^start:/, '')}" before the file`;
}

const describeRange = (start: number, endExclusive: number): string =>
  endExclusive === start ? 'no bytes' : `bytes ${start} to ${endExclusive - 1}`;

const answers = {
  open: 'it did not arrive',
  sending: 'the answer is not known',
  answered: 'answered',
  confirmed: 'confirmed, like all before it',
} as const;

const describeTimes = (sends: number): string => (sends > 1 ? `, ${sends} times` : '');

/** A step with its upload and those of its nested steps. */
type StepWithUpload = Pick<RunStep, 'upload'> & { blocks?: readonly { steps: readonly StepWithUpload[] }[] };

/** What cancelling a run does, in particular to an upload. */
export function describeCancelling(steps: readonly StepWithUpload[]): string {
  const upload = uploadsOf(steps).find(({ state }) => !['done', 'failed', 'cancelled'].includes(state));
  const sending = upload
    ? ` The upload of ${upload.fileName} stops at ${percentOf(upload)} % and can't be resumed. If the connector supports ` +
      'it, the other service discards what has arrived.'
    : '';
  return `The current step stops, and no more steps start. What is already done stays done.${sending}`;
}

function uploadsOf(steps: readonly StepWithUpload[]): StepUpload[] {
  return steps.flatMap(({ upload, blocks = [] }) => [
    ...(upload ? [upload] : []),
    ...blocks.flatMap((block) => uploadsOf(block.steps)),
  ]);
}

function describeQuiet(updatedAt: string, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(updatedAt)) / 1_000);
  return seconds < quietSeconds ? '' : `; nothing new confirmed for ${describeMs(seconds * 1_000)}`;
}
