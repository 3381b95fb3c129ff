import type { Collection } from 'mongodb';
import { inserter } from '../database/bulk-inserts.ts';
import { gather, oncePer } from '../database/gather.ts';
import { keepValue, readValue, removeValue, type KeptValue } from './kept-values.ts';
import type { StepKey } from './step-results.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/**
 * The state of a request. `open`: nothing was sent. `sending`: written before the first byte, so the other service may
 * have it. `answered`: the other service has reported the result.
 */
export type SendState = 'open' | 'sending' | 'answered';

/** The other service's response: the action's output, or why it failed and whether a retry is allowed. */
export type SendOutcome = { output: unknown } | { error: { code: string; message: string; mayRetry: boolean } };

/** The journal row of one request of a step: one per (run, step, item), whichever worker or attempt sends it. */
export interface Send extends StepKey {
  id: string;
  state: SendState;
  /** Incremented by each worker that takes the row over; only the holder of the highest fence writes. */
  fence: number;
  /** How often the request was started. */
  count: number;
  /** Method and host, for users: paths and queries may hold credentials. */
  request: string | null;
  /** The HTTP status of the response; null if there was none, or if it was not HTTP. */
  status: number | null;
  /** Set while `answered`. */
  outcome: SendOutcome | null;
  sendingAt: Date | null;
  answeredAt: Date | null;
}

/** A worker's hold on a row; lost as soon as another worker takes the row over. */
export interface SendHold {
  id: string;
  workspaceId: string;
  fence: number;
}

interface SendDocument extends Omit<Send, 'id' | 'outcome'> {
  _id: string;
  outcome: { output: KeptValue } | Extract<SendOutcome, { error: unknown }> | null;
}

const collectionName = 'sends';

export const sendIndexes: CollectionIndexes = {
  collection: collectionName,
  indexes: [
    { key: { runId: 1, stepId: 1, item: 1 }, name: 'step', unique: true },
    { key: { 'outcome.output.fileId': 1 }, name: 'outputFile', sparse: true },
  ],
};

/** The request's name in the journal, and when it starts. */
export interface SendBegin {
  /** Method and host, for users. */
  request: string;
  at: Date;
}

/**
 * Takes the row over with a higher fence. If there was no row, it is created as `sending` and `before` is null: the
 * request may be sent. Otherwise `before` is the state the previous worker left, and nothing may be sent before
 * `markSending`.
 */
export async function takeSend(
  store: Store,
  { workspaceId, runId, stepId, item }: StepKey,
  { request, at }: SendBegin,
): Promise<{ send: SendHold; before: Send | null }> {
  const _id = newId();
  const row = {
    workspaceId,
    state: 'sending' as const,
    count: 1,
    request,
    status: null,
    outcome: null,
    sendingAt: at,
    answeredAt: null,
  };
  if (await sendInserter(store)({ _id, runId, stepId, item, ...row, fence: 1 }))
    return { send: { id: _id, workspaceId, fence: 1 }, before: null };
  const document = await sends(store).findOneAndUpdate(
    { runId, stepId, item },
    { $inc: { fence: 1 }, $setOnInsert: { _id, ...row } },
    { upsert: true, returnDocument: 'before' },
  );
  if (document === null) return { send: { id: _id, workspaceId, fence: 1 }, before: null };
  const before = await readSend(store, document);
  return { send: { id: before.id, workspaceId, fence: before.fence + 1 }, before };
}

/** Inserts rows, those of steps that begin at the same time together. False for one that it could not insert. */
const sendInserter = oncePer((store: Store) => gather(inserter(() => sends(store))));

/**
 * Writes `sending` again, before the first byte. False: another worker has taken the row over, and nothing may be sent.
 */
export async function markSending(store: Store, send: SendHold, { request, at }: SendBegin): Promise<boolean> {
  const values = { state: 'sending' as const, request, sendingAt: at, status: null, outcome: null, answeredAt: null };
  const outcome = await sends(store).updateOne(
    { _id: send.id, fence: send.fence },
    { $set: values, $inc: { count: 1 } },
  );
  return outcome.modifiedCount === 1;
}

/**
 * Writes `answered` together with the result, so that a worker that takes over sees both or neither. False: another
 * worker has taken the row over, and its result counts.
 */
export async function markAnswered(
  store: Store,
  send: SendHold,
  { status, outcome, at }: { status: number | null; outcome: SendOutcome; at: Date },
): Promise<boolean> {
  const kept = 'output' in outcome ? { output: await keepValue(store, send.workspaceId, outcome.output) } : outcome;
  const update = { $set: { state: 'answered' as const, status, outcome: kept, answeredAt: at } };
  if (await answerer(store)({ filter: { _id: send.id, fence: send.fence }, update })) return true;
  if ('output' in kept) await removeValue(store, send.workspaceId, kept.output);
  return false;
}

interface AnswerUpdate {
  filter: { _id: string; fence: number };
  update: { $set: Pick<SendDocument, 'state' | 'status' | 'outcome' | 'answeredAt'> };
}

/**
 * Writes answers, those that arrive at the same time together. False for one whose row another worker has taken over: the
 * server counts only how many were written, so after fewer each is written once more, alone.
 */
const answerer = oncePer((store: Store) =>
  gather(async (answers: AnswerUpdate[]): Promise<boolean[]> => {
    const updates = answers.map((updateOne) => ({ updateOne }));
    const { matchedCount } = await sends(store).bulkWrite(updates, { ordered: false });
    if (matchedCount === answers.length) return answers.map(() => true);
    const alone = answers.map(({ filter, update }) => sends(store).updateOne(filter, update));
    return (await Promise.all(alone)).map((written) => written.matchedCount === 1);
  }),
);

/** Writes `open` again: the request never reached the other service. False: another worker has taken the row over. */
export async function markUnsent(store: Store, send: SendHold): Promise<boolean> {
  const outcome = await sends(store).updateOne({ _id: send.id, fence: send.fence }, { $set: { state: 'open' } });
  return outcome.modifiedCount === 1;
}

/** Lists the sends of a run. */
export async function listSends(store: Store, runId: string): Promise<Send[]> {
  const documents = await sends(store).find({ runId }).sort({ _id: 1 }).toArray();
  return Promise.all(documents.map((document) => readSend(store, document)));
}

/** The requests of some steps of a run, without what they were answered. */
export async function listSendStates(
  store: Store,
  runId: string,
  stepIds: readonly string[],
): Promise<(StepKey & Pick<Send, 'state' | 'request'>)[]> {
  return sends(store)
    .find({ runId, stepId: { $in: [...stepIds] } }, { projection: { _id: 0, outcome: 0 } })
    .toArray();
}

/** Copies the requests of a run that were answered with an output, so that another run does not send them again. */
export async function copyAnsweredSends(store: Store, fromRunId: string, runId: string): Promise<void> {
  const rows = await sends(store)
    .find({ runId: fromRunId, state: 'answered', 'outcome.output': { $exists: true } })
    .toArray();
  if (rows.length > 0) await sends(store).insertMany(rows.map((row) => ({ ...row, _id: newId(), runId })));
}

function sends(store: Store): Collection<SendDocument> {
  return store.system.collection(collectionName);
}

async function readSend(store: Store, { _id, outcome, ...rest }: SendDocument): Promise<Send> {
  if (outcome === null || 'error' in outcome) return { id: _id, ...rest, outcome };
  return { id: _id, ...rest, outcome: { output: await readValue(store, rest.workspaceId, outcome.output) } };
}
