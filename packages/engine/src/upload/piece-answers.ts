import { ActionError, type PieceAnswer } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { keepPieceAnswer, listPieceAnswers, type UploadHold } from '@tallyhook/store/runs';
import { takenOver, type UploadJournal } from './upload-journal.ts';
import { finalFailure, forPerson } from './upload-failures.ts';

/** The answers to all pieces together: a request after the file holds them in memory. */
const maxBytes = 16 * 1024 * 1024;
const maxBytesOfOne = 64 * 1024;

/** The answers to the pieces of an upload, kept for the requests after the file. */
export interface PieceAnswers {
  /** Keeps the answer to a piece. Call it before the piece counts as confirmed, so that no answer is lost with a worker. */
  keep(answer: PieceAnswer): Promise<void>;
  /** The answers to all pieces, in order. */
  all(): Promise<PieceAnswer[]>;
}

/** The answers to the pieces of the upload that this worker holds. */
export function createPieceAnswers(store: Store, hold: UploadHold, journal: UploadJournal): PieceAnswers {
  return {
    async keep(answer) {
      const { runId, pieceCount } = journal.upload;
      const sizeBytes = Buffer.byteLength(JSON.stringify(answer));
      const most = Math.min(maxBytesOfOne, Math.floor(maxBytes / (pieceCount ?? 1)));
      if (sizeBytes > most) {
        const reason = `the answer to piece ${answer.number} of ${pieceCount} has ${sizeBytes} bytes, more than the ${most} that can be kept of each`;
        throw finalFailure(journal.upload, new ActionError('fatal', reason, { mayHaveArrived: true }));
      }
      if (!(await keepPieceAnswer(store, hold, { runId, index: answer.index, answer }))) throw takenOver();
    },

    async all() {
      const { pieceCount } = journal.upload;
      const kept = await listPieceAnswers(store, hold);
      const lost = Array.from({ length: pieceCount ?? 0 }, (_, index) => index).find(
        (index) => kept[index]?.index !== index,
      );
      if (lost !== undefined)
        throw forPerson(journal.upload, `the answer to piece ${lost + 1} of ${pieceCount} was lost`);
      return kept.map(({ answer }) => answer as PieceAnswer);
    },
  };
}
