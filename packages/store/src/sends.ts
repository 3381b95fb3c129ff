import type { Collection, WithId } from 'mongodb';
import type { StepKey } from './step-results.ts';
import { newId, type CollectionIndexes, type Store } from './store.ts';

/**
 * Where a request stands. `open`: nothing was sent. `sending`: written before the first byte, so the other service may
 * have it. `answered`: the other service has said what became of it.
 */
export type SendState = 'open' | 'sending' | 'answered';

/** The journal's row of one request of a step: one per (run, step, item), whichever worker or attempt sends it. */
export interface Send extends StepKey {
  id: string;
  state: SendState;
  /** Raised by each worker that takes the row over; only the holder of the highest writes. */
  fence: number;
  /** How often the request was begun. */
  count: number;
  /** Method and address without query, for people. */
  request: string | null;
  /** The HTTP status of the last answer. */
  answer: number | null;
  sendingAt: Date | null;
  answeredAt: Date | null;
}

type SendDocument = Omit<Send, 'id'> & { _id: string };

const collectionName = 'sends';

export const sendIndexes: CollectionIndexes = {
  collection: collectionName,
  indexes: [{ key: { runId: 1, stepId: 1, item: 1 }, name: 'step', unique: true }],
};

/** Takes the row over under a higher fence, writing it when it is not there; returns it as the worker before left it. */
export async function takeSend(store: Store, key: StepKey): Promise<Send> {
  const { workspaceId, runId, stepId, item } = key;
  const document = await sends(store).findOneAndUpdate(
    { runId, stepId, item },
    {
      $inc: { fence: 1 },
      $setOnInsert: {
        _id: newId(),
        workspaceId,
        state: 'open',
        count: 0,
        request: null,
        answer: null,
        sendingAt: null,
        answeredAt: null,
      },
    },
    { upsert: true, returnDocument: 'after' },
  );
  if (document === null) throw new Error('an upsert returned no send');
  return toSend(document);
}

/** Writes `sending`, before the first byte. False: another worker has taken the row over, and nothing may be sent. */
export async function markSending(
  store: Store,
  send: Send,
  { request, at }: { request: string; at: Date },
): Promise<boolean> {
  const outcome = await sends(store).updateOne(
    { _id: send.id, fence: send.fence },
    { $set: { state: 'sending', request, sendingAt: at, answer: null, answeredAt: null }, $inc: { count: 1 } },
  );
  return outcome.modifiedCount === 1;
}

/** Writes `answered`. False: another worker has taken the row over. */
export async function markAnswered(
  store: Store,
  send: Send,
  { answer, at }: { answer: number | null; at: Date },
): Promise<boolean> {
  const outcome = await sends(store).updateOne(
    { _id: send.id, fence: send.fence },
    { $set: { state: 'answered', answer, answeredAt: at } },
  );
  return outcome.modifiedCount === 1;
}

/** Writes `open` again: the request never reached the other service. False: another worker has taken the row over. */
export async function markUnsent(store: Store, send: Send): Promise<boolean> {
  const outcome = await sends(store).updateOne({ _id: send.id, fence: send.fence }, { $set: { state: 'open' } });
  return outcome.modifiedCount === 1;
}

/** Lists the sends of a run. */
export async function listSends(store: Store, runId: string): Promise<Send[]> {
  const documents = await sends(store).find({ runId }).sort({ _id: 1 }).toArray();
  return documents.map(toSend);
}

function sends(store: Store): Collection<SendDocument> {
  return store.system.collection(collectionName);
}

function toSend({ _id, ...rest }: WithId<SendDocument>): Send {
  return { id: _id, ...rest };
}
