/**
 * The requests that are made once, and `processed`, which is asked until it is answered. `transfer` carries a file that
 * is sent whole, or is the response that completed it.
 */
export type UploadRequestName = 'start' | `start:${string}` | 'transfer' | 'finish' | 'processed';

/** What people can read of one request of an upload, or of a wait before it. No addresses, no answers. */
export interface UploadLine {
  /** When it began. */
  at: Date;
  /** `left`: the worker ended, and the answer is not known. `waited`: for the rate limit of the service. */
  result: 'answered' | 'failed' | 'left' | 'waited';
  /** Absent for a wait. */
  request?: UploadRequestName | 'pieceAddress' | 'status' | 'abort';
  /** From 1. */
  piece?: number;
  /** The bytes of the file that were sent. */
  start?: number;
  endExclusive?: number;
  /** How often the request, or the piece, was sent by then. */
  sends?: number;
  /** Of the answer. */
  status?: number;
  /** What is known instead of an answer, without secrets. */
  error?: string;
  /** How long a wait took. */
  ms?: number;
}

/** Earlier lines are left out. */
const maxLines = 200;

/** The part of an update that adds lines. */
export function addLines(lines: UploadLine[]): object {
  if (lines.length === 0) return {};
  return { $push: { lines: { $each: lines, $slice: -maxLines } }, $inc: { lineCount: lines.length } };
}
