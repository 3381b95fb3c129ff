import { createHash, randomBytes } from 'node:crypto';

/** An upload in progress. */
export interface TusSession {
  id: string;
  totalBytes: number;
  storedBytes(): number;
  /** Takes the next bytes; ignores any beyond the end of the file. */
  store(bytes: Buffer): void;
  /** The number of a piece, from 1. Pieces are as long as the first one. */
  pieceNumber(start: number, sizeBytes: number): number;
  summary(): { id: string; totalBytes: number; storedBytes: number; sha256: string };
}

export function createTusSession(totalBytes: number): TusSession {
  const id = randomBytes(16).toString('hex');
  const hash = createHash('sha256');
  let storedBytes = 0;
  let pieceBytes: number | undefined;
  return {
    id,
    totalBytes,
    storedBytes: () => storedBytes,
    store(bytes) {
      const taken = bytes.subarray(0, totalBytes - storedBytes);
      hash.update(taken);
      storedBytes += taken.length;
    },
    pieceNumber(start, sizeBytes) {
      pieceBytes ??= sizeBytes;
      return Math.floor(start / Math.max(pieceBytes, 1)) + 1;
    },
    summary: () => ({ id, totalBytes, storedBytes, sha256: hash.copy().digest('hex') }),
  };
}
