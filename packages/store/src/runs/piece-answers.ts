import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** The upload that the answers belong to, and the fence of the worker that holds it. */
export interface PieceAnswerHold {
  id: string;
  workspaceId: string;
  fence: number;
}

/** A service's answer to one piece of an upload whose later requests read all of them. */
interface PieceAnswerDocument {
  _id: string;
  uploadId: string;
  index: number;
  runId: string;
  /** The fence of the worker that kept it; a later worker replaces it. */
  fence: number;
  /** Sealed like other answers: they may contain addresses that let anyone write. */
  answer: SealedText;
}

export const pieceAnswerIndexes: CollectionIndexes = {
  collection: 'uploadPieces',
  indexes: [
    { key: { uploadId: 1, index: 1 }, name: 'upload' },
    { key: { runId: 1 }, name: 'run' },
  ],
};

/** Keeps the answer to a piece. False: a later worker has kept one, and nothing more may be sent. */
export async function keepPieceAnswer(
  store: Store,
  { id: uploadId, workspaceId, fence }: PieceAnswerHold,
  { runId, index, answer }: { runId: string; index: number; answer: unknown },
): Promise<boolean> {
  const sealed = await sealText(store, { workspaceId, accountId: sealedFor(uploadId), text: JSON.stringify(answer) });
  const $set = { uploadId, index, runId, fence, answer: sealed };
  try {
    const filter = { _id: `${uploadId}:${index}`, fence: { $lte: fence } };
    await answers(store).updateOne(filter, { $set }, { upsert: true });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Lists the answers to the pieces of an upload, in order. */
export async function listPieceAnswers(
  store: Store,
  { id: uploadId, workspaceId }: Pick<PieceAnswerHold, 'id' | 'workspaceId'>,
): Promise<{ index: number; answer: unknown }[]> {
  const documents = await answers(store).find({ uploadId }).sort({ index: 1 }).toArray();
  return Promise.all(
    documents.map(async ({ index, answer: sealed }) => {
      const text = await openText(store, { workspaceId, accountId: sealedFor(uploadId), sealed });
      return { index, answer: JSON.parse(text) as unknown };
    }),
  );
}

/** Copies the answers for an upload that goes on in another run. They are sealed for their upload. */
export async function copyPieceAnswers(
  store: Store,
  from: Pick<PieceAnswerHold, 'id' | 'workspaceId'>,
  { runId, ...to }: PieceAnswerHold & { runId: string },
): Promise<void> {
  for (const { index, answer } of await listPieceAnswers(store, from))
    await keepPieceAnswer(store, to, { runId, index, answer });
}

const sealedFor = (uploadId: string): string => `upload/${uploadId}/piece`;

const answers = (store: Store): Collection<PieceAnswerDocument> =>
  store.system.collection(pieceAnswerIndexes.collection);
