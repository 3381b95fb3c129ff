import type { ActionError, Piece } from '@tallyhook/sdk';
import type { Upload, UploadPieceEntry } from '@tallyhook/store/runs';
import { CancelledFailure } from '@temporalio/common';
import { mostSends } from './limits.ts';
import { describeSends, forPerson } from './upload-failures.ts';
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
  /** Lets what is taken next wait for the journal: after a failure the row says of each moment what was begun. */
  dropAhead(): void;
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
    const counted = ahead?.index === next.index ? countOf(ahead) : { sends: 1 };
    return counted.sends > mostSends ? null : { ...placeOf(next), state: 'sending', ...counted };
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
      const begun = timesBegun(journal.upload, piece);
      if (begun.sends >= mostSends) throw begunOften(journal.upload, piece, begun);
      const entry = { ...placeOf(piece), state: 'sending' as const, ...begun, sends: begun.sends + 1 };
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
      // Where it is sent again because no connection was made, this is not to be done again.
      isNoted = false;
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

    dropAhead: () => void (written = null),
  };
}

/**
 * What a worker that ended in the middle may have begun: a piece, and the one that it wrote ahead, which counts as begun
 * from now on unless the service has less than all before it. null where it ended between two pieces.
 */
export function noteLeft({
  upload: { state, piece, ahead },
  note,
}: Pick<UploadJournal, 'upload' | 'note'>): { piece: UploadPieceEntry; ahead: UploadPieceEntry | null } | null {
  if (piece?.state !== 'sending') return null;
  // Who pauses has had the answer to the piece, and has begun nothing since.
  if (state === 'pausing') return { piece, ahead: null };
  const left = { piece: inDoubt(piece), ahead: ahead && inDoubt(ahead) };
  note({ piece: left.piece, ...(left.ahead && { ahead: { ...left.ahead, sends: left.ahead.sends + 1 } }) });
  return left;
}

/**
 * Takes back that the piece written ahead may have been begun, where the service has less than all before it: none is begun
 * until the service has said that it has those.
 */
export function noteNotBegun(
  { upload: { ahead }, note }: Pick<UploadJournal, 'upload' | 'note'>,
  confirmedBytes: number,
): void {
  if (ahead !== null && confirmedBytes < ahead.start) note({ ahead: null });
}

type Count = Pick<UploadPieceEntry, 'sends' | 'doubtful'>;

/** How often a piece was begun, by whichever worker. */
function timesBegun({ piece, ahead }: Upload, { index }: Piece): Count {
  if (piece?.index === index) return countOf(piece);
  if (ahead?.index !== index) return { sends: 0 };
  const count = countOf(ahead);
  return { ...count, sends: count.sends - 1 };
}

const countOf = ({ sends, doubtful = 0 }: Count): Count => ({ sends, ...(doubtful > 0 && { doubtful }) });

const inDoubt = (entry: UploadPieceEntry): UploadPieceEntry => ({ ...entry, doubtful: (entry.doubtful ?? 0) + 1 });

function begunOften(upload: Upload, { index }: Piece, count: Count): ActionError {
  const isSure = count.doubtful === undefined;
  const reason = isSure
    ? `the service kept only a part of piece ${index + 1} each time`
    : `piece ${index + 1} of ${upload.pieceCount} ${describeSends(count)}`;
  return forPerson(upload, reason);
}

const placeOf = ({ index, start, endExclusive }: Piece) => ({ index, start, endExclusive });

const isSamePiece = (one: Omit<Piece, 'last'>, other: Piece): boolean =>
  one.index === other.index && one.start === other.start && one.endExclusive === other.endExclusive;
