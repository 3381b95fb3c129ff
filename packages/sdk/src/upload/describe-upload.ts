import type { ConnectorPackage, ConnectorUpload } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { findAction } from '../runtime/find-action.ts';
import { type DigestsRead, digestsRead } from './digests.ts';
import { countPieces, pieceBytesOf } from './piece-size.ts';
import type { Piece, StartStepPhase } from './upload-call.ts';
import { startValues, type UploadContext } from './upload-values.ts';

/** How an action sends its file. */
export interface UploadDescription {
  /** The input that holds the id of the file. */
  fileInput: string;
  send: 'body' | 'pieces' | 'form' | 'base64';
  /** null unless the file is sent in pieces, and until the service has said the size if it decides. */
  chunkSizeBytes: number | null;
  lastPiece: 'shorter' | 'takesRemainder';
  hasStart: boolean;
  /** The requests between the action's own and the file, in order. */
  startSteps: StartStepPhase[];
  hasPieceAddress: boolean;
  hasStatus: boolean;
  hasAbort: boolean;
  hasFinish: boolean;
  /** How to ask whether the service has processed the file, if that is declared. */
  processed: { intervalMs: number; maxWaitMs: number } | null;
  /** The request whose answer the workflow gets. */
  output: 'start' | 'transfer' | 'finish' | 'processed';
  /** The digests that templates read. */
  digests: DigestsRead;
  /** Whether a request reads the answers to all pieces. */
  readsPieceAnswers: boolean;
  /** Whether nothing of a file of this size is sent. */
  sendsNothing(fileSizeBytes: number): boolean;
  /** Whether this status means that a piece had already arrived. */
  isAlreadyThere(status: number): boolean;
  /**
   * The number of pieces of a file; 1 for an empty file and for a file sent as a whole.
   * @throws ActionError while the size of the pieces is not known
   */
  pieces(fileSizeBytes: number): number;
  /**
   * The piece to send after the confirmed bytes. If a piece was only stored in part, the rest of it is sent, so that
   * pieces keep their numbers.
   */
  pieceAt(confirmedBytes: number, fileSizeBytes: number): Piece;
}

/**
 * Describes how an action sends its file; undefined if it sends none. `call` has the answers that may say the size of
 * the pieces.
 * @throws ActionError for an unknown action.
 */
export function describeUpload(
  released: ConnectorPackage,
  actionName: string,
  call?: UploadContext,
): UploadDescription | undefined {
  const action = findAction(released, actionName);
  const { upload } = action;
  if (upload === undefined) return undefined;
  const pieceBytes = upload.send === 'pieces' ? pieceBytesOf(upload, call ? startValues(call) : {}) : undefined;
  const { processed } = upload;
  return {
    fileInput: upload.file,
    send: upload.send,
    chunkSizeBytes: pieceBytes ?? null,
    lastPiece: upload.lastPiece ?? 'shorter',
    hasStart: upload.to !== undefined,
    startSteps: (upload.afterStart ?? []).map(({ name }) => `start:${name}` as const),
    hasPieceAddress: upload.pieceAddress !== undefined,
    hasStatus: upload.status !== undefined,
    hasAbort: upload.abort !== undefined,
    hasFinish: upload.finish !== undefined,
    processed: processed ? { intervalMs: processed.intervalMs, maxWaitMs: processed.maxWaitMs } : null,
    output: outputOf(upload),
    digests: digestsRead(action),
    readsPieceAnswers: readsPieceAnswers(upload),
    sendsNothing: (fileSizeBytes) => fileSizeBytes === 0 && upload.emptyFile === 'noPiece',
    isAlreadyThere: (status) => upload.alreadyThere?.status.includes(status) === true,
    pieces: (fileSizeBytes) =>
      upload.send === 'pieces' ? countPieces(upload, fileSizeBytes, knownSize(pieceBytes)) : 1,
    pieceAt: (confirmedBytes, fileSizeBytes) => findPiece(upload, confirmedBytes, { fileSizeBytes, pieceBytes }),
  };
}

/** The request whose answer the workflow gets. Default: the last one. */
export function outputOf({ output, finish, processed }: ConnectorUpload): UploadDescription['output'] {
  return output ?? (processed !== undefined ? 'processed' : finish === undefined ? 'transfer' : 'finish');
}

/** Whether a request reads the list `transfer.pieces`. Any word that looks like it counts. */
export function readsPieceAnswers({ finish, processed, transfer }: ConnectorUpload): boolean {
  return /\btransfer\.pieces\b/.test(JSON.stringify([finish, processed, transfer?.output]));
}

function knownSize(pieceBytes: number | undefined): number {
  if (pieceBytes === undefined) throw new ActionError('fatal', 'the service has not said the size of a piece yet');
  return pieceBytes;
}

function findPiece(
  upload: ConnectorUpload,
  confirmedBytes: number,
  { fileSizeBytes, pieceBytes }: { fileSizeBytes: number; pieceBytes: number | undefined },
): Piece {
  if (upload.send !== 'pieces') return { index: 0, start: confirmedBytes, endExclusive: fileSizeBytes, last: true };
  const size = knownSize(pieceBytes);
  const lastIndex = countPieces(upload, fileSizeBytes, size) - 1;
  const index = Math.min(Math.floor(confirmedBytes / size), lastIndex);
  const last = index === lastIndex;
  const endExclusive = last ? fileSizeBytes : (index + 1) * size;
  return { index, start: confirmedBytes, endExclusive, last };
}
