import type { Piece } from '@tallyhook/sdk';
import type { Upload, UploadPieceEntry } from '@tallyhook/store';
import { CancelledFailure } from '@temporalio/common';
import { mostSends } from './limits.ts';
import { forPerson } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';
import type { UploadJournal } from './upload-journal.ts';

/** Writes each piece down before it is sent; where the service can be asked how far it is, while the one before is sent. */
export interface Permits {
  /** The piece as it is written down. It waits for the journal only where that was not done ahead. */
  take(piece: Piece): Promise<UploadPieceEntry>;
  /**
   * Sends what was taken last, and meanwhile writes down the piece after it with what was noted. Throws CancelledFailure
   * where another worker has taken the upload over.
   */
  writeAheadDuring<Result>(send: () => Promise<Result>): Promise<Result>;
}

/** Permits of one worker: what another wrote ahead is no permit, only a piece that may have been begun. */
export function createPermits({
  journal,
  description,
  now,
}: Pick<UploadJob, 'journal' | 'now'> & {
  description: Pick<UploadJob['description'], 'hasStatus' | 'pieceAt'>;
}): Permits {
  /** What this worker wrote ahead. */
  let written: UploadPieceEntry | null = null;
  let isNoted = false;

  const aheadOf = ({ endExclusive }: UploadPieceEntry): UploadPieceEntry | null => {
    const { file, ahead } = journal.upload;
    if (!description.hasStatus || endExclusive >= file.sizeBytes) return null;
    const next = description.pieceAt(endExclusive, file.sizeBytes);
    const sends = ahead?.index === next.index ? ahead.sends : 1;
    return sends > mostSends ? null : { ...placeOf(next), state: 'sending', sends };
  };

  return {
    async take(piece) {
      const { startedAt } = journal.upload;
      const sending = { state: 'sending' as const, nextTryAt: null, startedAt: startedAt ?? now() };
      isNoted = written !== null && isSamePiece(written, piece);
      if (isNoted) {
        const entry = written!;
        journal.note({ ...sending, piece: entry });
        return entry;
      }
      const sends = timesBegun(journal.upload, piece) + 1;
      if (sends > mostSends)
        throw forPerson(journal.upload, `the service kept only a part of piece ${piece.index + 1} each time`);
      const entry = { ...placeOf(piece), state: 'sending' as const, sends };
      const ahead = aheadOf(entry);
      written = null;
      await journal.write({ ...sending, piece: entry, ahead });
      written = ahead;
      return entry;
    },

    async writeAheadDuring(send) {
      if (!isNoted) return send();
      const ahead = aheadOf(written!);
      written = null;
      const writing = journal.write({ ahead }).then(
        () => void (written = ahead),
        (error: unknown) => {
          // What the database did not take now it is asked for again before the next piece.
          if (error instanceof CancelledFailure) throw error;
        },
      );
      writing.catch(() => undefined);
      try {
        return await send();
      } finally {
        await writing;
      }
    },
  };
}

/**
 * What a worker that ended in the middle may have begun: a piece, and the one that it wrote ahead, which counts as begun
 * from now on. null where it ended between two pieces.
 */
export function noteLeft({
  upload: { piece, ahead },
  note,
}: Pick<UploadJournal, 'upload' | 'note'>): { piece: UploadPieceEntry; ahead: UploadPieceEntry | null } | null {
  if (piece?.state !== 'sending') return null;
  if (ahead) note({ ahead: { ...ahead, sends: ahead.sends + 1 } });
  return { piece, ahead };
}

/** How often a piece was begun, by whichever worker. */
function timesBegun({ piece, ahead }: Upload, { index }: Piece): number {
  if (piece?.index === index) return piece.sends;
  return ahead?.index === index ? ahead.sends - 1 : 0;
}

const placeOf = ({ index, start, endExclusive }: Piece) => ({ index, start, endExclusive });

const isSamePiece = (one: Omit<Piece, 'last'>, other: Piece): boolean =>
  one.index === other.index && one.start === other.start && one.endExclusive === other.endExclusive;
