import type { ConnectorPackage, ConnectorUpload } from '@tallyhook/schemas';
import { findAction } from '../runtime/find-action.ts';
import type { Piece } from './upload-call.ts';

/** How an action sends its file. */
export interface UploadDescription {
  /** The input that holds the id of the file. */
  fileInput: string;
  send: 'body' | 'pieces' | 'form';
  /** null unless the file goes in pieces. */
  chunkSizeBytes: number | null;
  lastPiece: 'shorter' | 'takesRemainder';
  hasStart: boolean;
  hasStatus: boolean;
  hasAbort: boolean;
  hasFinish: boolean;
  /** Which request's answer the workflow gets. */
  output: 'start' | 'transfer' | 'finish';
  /** Whether a piece that is answered so had arrived before. */
  isAlreadyThere(status: number): boolean;
  /** How many pieces a file has; 1 for an empty one and where the file goes as a whole. */
  pieces(fileSizeBytes: number): number;
  /**
   * The piece to send when so many bytes are confirmed. One that was kept only in part is sent from there to its end,
   * so pieces keep their numbers.
   */
  pieceAt(confirmedBytes: number, fileSizeBytes: number): Piece;
}

/** Describes how an action sends its file; undefined for one that sends none. Throws ActionError for no such action. */
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

/** Which request's answer the workflow gets: the last one's unless the action says otherwise. */
export function outputOf({ output, finish }: ConnectorUpload): UploadDescription['output'] {
  return output ?? (finish === undefined ? 'transfer' : 'finish');
}

/** How many pieces a file of a size has. */
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
