import type { Answer } from '../runtime/answer.ts';
import type { ActionCall } from '../runtime/build-request.ts';
import type { PreparedRequest } from '../runtime/prepared-request.ts';
import type { Digests } from './digests.ts';
import type { PieceAnswer } from './piece-values.ts';

/** The file to send, as templates see it: `file.name`, `file.size`, `file.type`. */
export interface UploadFile {
  name: string;
  sizeBytes: number;
  contentType: string;
  /** The digests that templates read. */
  digests?: Digests;
  /** The content, if it goes inside another body. */
  base64?: string;
}

/** A part of the file. Bytes count from 0; the one piece of an empty file ends where it starts. */
export interface Piece {
  /** From 0. */
  index: number;
  start: number;
  endExclusive: number;
  last: boolean;
  /** The digests that templates read. */
  digests?: Digests;
  /** The answer to the request that asks where the piece goes. */
  address?: Answer;
}

/** A request between the action's own and the file, by its declared name. */
export type StartStepPhase = `start:${string}`;

/**
 * The requests of an upload, in order. `status` and `abort` are only sent when needed, `pieceAddress` before each piece,
 * `processed` repeatedly.
 */
export type UploadPhase =
  'start' | StartStepPhase | 'pieceAddress' | 'transfer' | 'status' | 'abort' | 'finish' | 'processed';

/** The values available to the templates of an upload. */
export interface UploadCall extends ActionCall {
  file: UploadFile;
  /** The answer to the action's own request, if the file goes elsewhere. */
  start?: Answer;
  /** The answers to the requests after it, by their declared names. */
  startSteps?: Record<string, Answer>;
  /** The piece that the request carries, if the file is sent in pieces. */
  piece?: Piece;
  /** The answer that completed the transfer. */
  transfer?: Answer;
  /** The answers to all pieces, if templates read them. */
  pieces?: PieceAnswer[];
  /** The answer to the request after the file. */
  finish?: Answer;
}

/** A request without its body if it carries the file. Its headers already include the final length. */
export interface UploadRequest extends PreparedRequest {
  /** The body before and after the file. Both are empty unless the file is sent as a form. */
  frame?: { before: Buffer; after: Buffer };
}
