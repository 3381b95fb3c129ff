import type { Collection } from 'mongodb';
import { keepValue, readValue, removeValue, type KeptValue } from './kept-values.ts';
import type { StepKey } from './step-results.ts';
import { newId, type CollectionIndexes, type Store } from './store.ts';

/**
 * Where a request stands. `open`: nothing was sent. `sending`: written before the first byte, so the other service may
 * have it. `answered`: the other service has said what became of it.
 */
export type SendState = 'open' | 'sending' | 'answered';

/** What the other service said: the action's output, or why it failed and whether it may be asked again. */
export type SendOutcome = { output: unknown } | { error: { code: string; message: string; mayRetry: boolean } };

/** The journal's row of one request of a step: one per (run, step, item), whichever worker or attempt sends it. */
export interface Send extends StepKey {
  id: string;
  state: SendState;
  /** Raised by each worker that takes the row over; only the holder of the highest writes. */
  fence: number;
  /** How often the request was begun. */
  count: number;
  /** Method and host, for people: paths and queries may hold credentials. */
  request: string | null;
  /** The HTTP status of the answer; null where there was none, or it was none of HTTP. */
  status: number | null;
  /** Set while `answered`. */
  outcome: SendOutcome | null;
  sendingAt: Date | null;
  answeredAt: Date | null;
}

interface SendDocument extends Omit<Send, 'id' | 'outcome'> {
  _id: string;
  outcome: { output: KeptValue } | Extract<SendOutcome, { error: unknown }> | null;
}

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
        status: null,
        outcome: null,
        sendingAt: null,
        answeredAt: null,
      },
    },
    { upsert: true, returnDocument: 'after' },
  );
  if (document === null) throw new Error('an upsert returned no send');
  return readSend(store, document);
}

/** Writes `sending`, before the first byte. False: another worker has taken the row over, and nothing may be sent. */
export async function markSending(
  store: Store,
  send: Send,
  { request, at }: { request: string; at: Date },
): Promise<boolean> {
  const values = { state: 'sending' as const, request, sendingAt: at, status: null, outcome: null, answeredAt: null };
  const outcome = await sends(store).updateOne(
    { _id: send.id, fence: send.fence },
    { $set: values, $inc: { count: 1 } },
  );
  return outcome.modifiedCount === 1;
}

/**
 * Writes `answered` together with what the answer brought, so that a worker that takes over knows both or neither.
 * False: another worker has taken the row over, and what it says counts.
 */
export async function markAnswered(
  store: Store,
  send: Send,
  { status, outcome, at }: { status: number | null; outcome: SendOutcome; at: Date },
): Promise<boolean> {
  const kept = 'output' in outcome ? { output: await keepValue(store, send.workspaceId, outcome.output) } : outcome;
  const written = await sends(store).updateOne(
    { _id: send.id, fence: send.fence },
    { $set: { state: 'answered', status, outcome: kept, answeredAt: at } },
  );
  if (written.modifiedCount === 1) return true;
  if ('output' in kept) await removeValue(store, send.workspaceId, kept.output);
  return false;
}

/** Writes `open` again: the request never reached the other service. False: another worker has taken the row over. */
export async function markUnsent(store: Store, send: Send): Promise<boolean> {
  const outcome = await sends(store).updateOne({ _id: send.id, fence: send.fence }, { $set: { state: 'open' } });
  return outcome.modifiedCount === 1;
}

/** Lists the sends of a run. */
export async function listSends(store: Store, runId: string): Promise<Send[]> {
  const documents = await sends(store).find({ runId }).sort({ _id: 1 }).toArray();
  return Promise.all(documents.map((document) => readSend(store, document)));
}

function sends(store: Store): Collection<SendDocument> {
  return store.system.collection(collectionName);
}

async function readSend(store: Store, { _id, outcome, ...rest }: SendDocument): Promise<Send> {
  if (outcome === null || 'error' in outcome) return { id: _id, ...rest, outcome };
  return { id: _id, ...rest, outcome: { output: await readValue(store, rest.workspaceId, outcome.output) } };
}
