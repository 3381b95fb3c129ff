import type { Answer } from '../runtime/answer.ts';
import type { ActionCall } from '../runtime/build-request.ts';
import type { PreparedRequest } from '../runtime/prepared-request.ts';

/** The file that is sent, as templates see it: `file.name`, `file.size`, `file.type`. */
export interface UploadFile {
  name: string;
  sizeBytes: number;
  contentType: string;
}

/** A part of the file. Bytes are counted from 0; the one piece of an empty file ends where it starts. */
export interface Piece {
  /** From 0. */
  index: number;
  start: number;
  endExclusive: number;
  last: boolean;
}

/** The requests of an action that sends a file, in their order; `status` and `abort` where they are needed. */
export type UploadPhase = 'start' | 'transfer' | 'status' | 'abort' | 'finish';

/** All that the templates of such an action reach. */
export interface UploadCall extends ActionCall {
  file: UploadFile;
  /** The answer to the action's own request, where the file goes somewhere else. */
  start?: Answer;
  /** The piece that the request carries, where the file goes in pieces. */
  piece?: Piece;
  /** The answer that completed the transfer. */
  transfer?: Answer;
}

/** A request whose body is left out where it carries the file: its headers already say how long it will be. */
export interface UploadRequest extends PreparedRequest {
  /** What stands before and after the file in the body; both are empty unless the file goes as a form. */
  frame?: { before: Buffer; after: Buffer };
}
