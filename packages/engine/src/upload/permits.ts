import type { ActionError, Piece } from '@tallyhook/sdk';
import type { Upload, UploadPieceEntry } from '@tallyhook/store/runs';
import { CancelledFailure } from '@temporalio/common';
import { maxSends } from './limits.ts';
import { describeSends, forPerson } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';
import type { UploadJournal } from './upload-journal.ts';

/**
 * Writes each piece to the journal before it is sent. If the service can report its progress, writes the next piece
 * while the previous one is being sent.
 */
export interface Permits {
  /** Returns the piece as written. Waits for the journal only if the piece was not written ahead. */
  take(piece: Piece): Promise<UploadPieceEntry>;
  /**
   * Sends the piece taken last, and meanwhile writes the next piece together with the noted changes.
   * @throws CancelledFailure if another worker has taken the upload over
   */
  writeAheadDuring<Result>(send: () => Promise<Result>): Promise<Result>;
  /** Makes the next piece wait for the journal. After a failure the row must show at any moment what was begun. */
  dropAhead(): void;
}

/** Permits of one worker. A piece that another worker wrote ahead may have been begun; it is not a permit. */
export function createPermits({
  journal,
  description,
  now,
}: Pick<UploadJob, 'journal' | 'now'> & {
  description: Pick<UploadJob['description'], 'hasStatus' | 'pieceAt'>;
}): Permits {
  /** The piece that this worker wrote ahead. */
  let written: UploadPieceEntry | null = null;
  let isNoted = false;

  const aheadOf = ({ endExclusive }: UploadPieceEntry): UploadPieceEntry | null => {
    const { file, ahead } = journal.upload;
    if (!description.hasStatus || endExclusive >= file.sizeBytes) return null;
    const next = description.pieceAt(endExclusive, file.sizeBytes);
    const counted = ahead?.index === next.index ? countOf(ahead) : { sends: 1 };
    return counted.sends > maxSends ? null : { ...placeOf(next), state: 'sending', ...counted };
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
      if (begun.sends >= maxSends) throw begunOften(journal.upload, piece, begun);
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
      // Once is enough, even if the piece is sent again because no connection was made.
      isNoted = false;
      const writing = journal.write({ ahead }).then(
        () => void (written = ahead),
        (error: unknown) => {
          // A failed write is retried before the next piece.
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
 * What a worker that stopped midway may have begun: a piece, and the piece it wrote ahead. The latter counts as begun
 * from now on unless the service has fewer bytes than come before it. null if the worker stopped between two pieces.
 */
export function noteLeft({
  upload: { state, piece, ahead },
  note,
}: Pick<UploadJournal, 'upload' | 'note'>): { piece: UploadPieceEntry; ahead: UploadPieceEntry | null } | null {
  if (piece?.state !== 'sending') return null;
  // A pausing worker has had the answer to the piece and has begun nothing since.
  if (state === 'pausing') return { piece, ahead: null };
  const left = { piece: inDoubt(piece), ahead: ahead && inDoubt(ahead) };
  note({ piece: left.piece, ...(left.ahead && { ahead: { ...left.ahead, sends: left.ahead.sends + 1 } }) });
  return left;
}

/**
 * Undoes the doubt about the piece written ahead if the service has fewer bytes than come before it. A piece is only
 * begun after the service has confirmed everything before it.
 */
export function noteNotBegun(
  { upload: { ahead }, note }: Pick<UploadJournal, 'upload' | 'note'>,
  confirmedBytes: number,
): void {
  if (ahead !== null && confirmedBytes < ahead.start) note({ ahead: null });
}

type Count = Pick<UploadPieceEntry, 'sends' | 'doubtful'>;

/** How often a piece was begun, across all workers. */
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
    ? `the service stored only part of piece ${index + 1} each time`
    : `piece ${index + 1} of ${upload.pieceCount} ${describeSends(count)}`;
  return forPerson(upload, reason);
}

const placeOf = ({ index, start, endExclusive }: Piece) => ({ index, start, endExclusive });

const isSamePiece = (one: Omit<Piece, 'last'>, other: Piece): boolean =>
  one.index === other.index && one.start === other.start && one.endExclusive === other.endExclusive;
