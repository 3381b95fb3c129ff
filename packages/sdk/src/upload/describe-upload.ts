import type { ConnectorPackage, ConnectorUpload } from '@tallyhook/schemas';
import { findAction } from '../runtime/find-action.ts';
import type { Piece } from './upload-call.ts';

/** How an action sends its file. */
export interface UploadDescription {
  /** The input that holds the id of the file. */
  fileInput: string;
  send: 'body' | 'pieces' | 'form';
  /** null unless the file is sent in pieces. */
  chunkSizeBytes: number | null;
  lastPiece: 'shorter' | 'takesRemainder';
  hasStart: boolean;
  hasStatus: boolean;
  hasAbort: boolean;
  hasFinish: boolean;
  /** The request whose answer the workflow gets. */
  output: 'start' | 'transfer' | 'finish';
  /** Whether this status means that a piece had already arrived. */
  isAlreadyThere(status: number): boolean;
  /** The number of pieces of a file; 1 for an empty file and for a file sent as a whole. */
  pieces(fileSizeBytes: number): number;
  /**
   * The piece to send after the confirmed bytes. If a piece was only stored in part, the rest of it is sent, so that
   * pieces keep their numbers.
   */
  pieceAt(confirmedBytes: number, fileSizeBytes: number): Piece;
}

/**
 * Describes how an action sends its file; undefined if it sends none.
 * @throws ActionError for an unknown action.
 */
export function describeUpload(released: ConnectorPackage, actionName: string): UploadDescription | undefined {
  const { upload } = findAction(released, actionName);
  if (upload === undefined) return undefined;
  return {
    fileInput: upload.file,
    send: upload.send,
    chunkSizeBytes: upload.send === 'pieces' ? upload.chunkSize! : null,
    lastPiece: upload.lastPiece ?? 'shorter',
    hasStart: upload.to !== undefined,
    hasStatus: upload.status !== undefined,
    hasAbort: upload.abort !== undefined,
    hasFinish: upload.finish !== undefined,
    output: outputOf(upload),
    isAlreadyThere: (status) => upload.alreadyThere?.status.includes(status) === true,
    pieces: (fileSizeBytes) => countPieces(upload, fileSizeBytes),
    pieceAt: (confirmedBytes, fileSizeBytes) => findPiece(upload, confirmedBytes, fileSizeBytes),
  };
}

/** The request whose answer the workflow gets. Default: the last one. */
export function outputOf({ output, finish }: ConnectorUpload): UploadDescription['output'] {
  return output ?? (finish === undefined ? 'transfer' : 'finish');
}

/** The number of pieces of a file of this size. */
export function countPieces({ send, chunkSize, lastPiece }: ConnectorUpload, fileSizeBytes: number): number {
  if (send !== 'pieces') return 1;
  const round = lastPiece === 'takesRemainder' ? Math.floor : Math.ceil;
  return Math.max(1, round(fileSizeBytes / chunkSize!));
}

function findPiece(upload: ConnectorUpload, confirmedBytes: number, fileSizeBytes: number): Piece {
  const lastIndex = countPieces(upload, fileSizeBytes) - 1;
  const index = upload.send === 'pieces' ? Math.min(Math.floor(confirmedBytes / upload.chunkSize!), lastIndex) : 0;
  const last = index === lastIndex;
  const endExclusive = last ? fileSizeBytes : (index + 1) * upload.chunkSize!;
  return { index, start: confirmedBytes, endExclusive, last };
}
