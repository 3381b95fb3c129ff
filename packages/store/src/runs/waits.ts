import type { WorkflowInput } from '@tallyhook/schemas';
import type { Collection, Filter, WithId } from 'mongodb';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import type { Run } from './runs.ts';
import type { StepKey } from './step-results.ts';

/** What a step asks members of the workspace. */
export interface Asked {
  message: string;
  inputs: WorkflowInput[];
  /** The emails of those who may answer; null for everybody who may change records. */
  to: string[] | null;
}

/** What ended a wait: the values that a person gave, or the delivery that came. */
export type WaitAnswer = { values: Record<string, unknown> } | { deliveryId: string };

/**
 * `open` until somebody answers or the delivery comes; `late` after its time; `closed` if the run ended before.
 */
export type WaitState = 'open' | 'answered' | 'late' | 'closed';

type RunOfWait = Pick<
  Run,
  'workspaceId' | 'branchId' | 'branchName' | 'workflowId' | 'workflowName' | 'temporalWorkflowId'
>;

/** A step that waits for a person or a delivery: one row per run, step and item. */
export interface Wait extends StepKey, RunOfWait {
  id: string;
  /** Null for a step that waits for a delivery. */
  asked: Asked | null;
  openedAt: Date;
  until: Date;
  state: WaitState;
  answer: WaitAnswer | null;
  /** A person's id or `key:<id>`; null for a delivery. */
  answeredBy: string | null;
  answeredAt: Date | null;
}

interface WaitDocument extends Omit<Wait, 'id' | 'answer'> {
  _id: string;
  /** As JSON text: the values are not ours. */
  answer: string | null;
  /** When the run was woken. */
  wokenAt: Date | null;
  /** When deliveries from before the wait were looked at for the last time; absent for a person. */
  lookedBackAt?: Date | null;
}

export const waitIndexes: CollectionIndexes = {
  collection: 'waits',
  indexes: [
    { key: { runId: 1, stepId: 1, item: 1 }, name: 'step', unique: true },
    { key: { branchId: 1, _id: 1 }, name: 'open', partialFilterExpression: { state: 'open' } },
    { key: { answeredAt: 1 }, name: 'unwoken', partialFilterExpression: { state: 'answered', wokenAt: null } },
    { key: { openedAt: 1 }, name: 'lookBack', partialFilterExpression: { state: 'open', lookedBackAt: null } },
  ],
};

const waits = (store: Store): Collection<WaitDocument> => store.system.collection(waitIndexes.collection);

/** Opens the wait of a step, and returns it; one that is there stays as it is. */
export async function openWait(
  store: Store,
  { key, run, asked, openedAt, until }: { key: StepKey; run: Run; asked: Asked | null; openedAt: Date; until: Date },
): Promise<Wait> {
  const { workspaceId, runId, stepId, item } = key;
  const { branchId, branchName, workflowId, workflowName, temporalWorkflowId } = run;
  const row = {
    ...{ workspaceId, branchId, branchName, workflowId, workflowName, temporalWorkflowId },
    ...{ asked, openedAt, until, state: 'open' as const },
    ...{ answer: null, answeredBy: null, answeredAt: null, wokenAt: null },
    ...(asked === null && { lookedBackAt: null }),
  };
  const opened = await waits(store).findOneAndUpdate(
    { runId, stepId, item },
    { $setOnInsert: { _id: newId(), ...row } },
    { upsert: true, returnDocument: 'after' },
  );
  return toWait(opened!);
}

/** Reads a wait by id; null if there is none. */
export async function getWait(store: Store, id: string): Promise<Wait | null> {
  const row = await waits(store).findOne({ _id: id });
  return row && toWait(row);
}

/** The waits of a run. */
export async function listWaitsOfRun(store: Store, runId: string): Promise<Wait[]> {
  return list(store, { runId }, 10_000);
}

/** The questions to people that are open on a branch, the oldest first. */
export async function listOpenAsks(store: Store, branchId: string, limit: number): Promise<Wait[]> {
  return list(store, { branchId, state: 'open', asked: { $ne: null } }, limit);
}

/** Records what ends a wait. Returns null and changes nothing if it is no longer open. */
export async function answerWait(
  store: Store,
  id: string,
  { answer, by, at }: { answer: WaitAnswer; by: string | null; at: Date },
): Promise<Wait | null> {
  const values = { state: 'answered' as const, answer: JSON.stringify(answer), answeredBy: by, answeredAt: at };
  const row = await waits(store).findOneAndUpdate(
    { _id: id, state: 'open' },
    { $set: values },
    { returnDocument: 'after' },
  );
  return row && toWait(row);
}

/** Ends the wait of a step without an answer if its time is over, and returns it as it is then. */
export async function endWaitInTime(store: Store, { runId, stepId, item }: StepKey, now: Date): Promise<Wait | null> {
  const key = { runId, stepId, item };
  await waits(store).updateOne({ ...key, state: 'open', until: { $lte: now } }, { $set: { state: 'late' } });
  const row = await waits(store).findOne(key);
  return row && toWait(row);
}

/** Closes what a run that has ended still waited for, and returns it. */
export async function closeWaits(store: Store, runId: string): Promise<Wait[]> {
  const open = await list(store, { runId, state: 'open' }, 10_000);
  if (open.length > 0) await waits(store).updateMany({ runId, state: 'open' }, { $set: { state: 'closed' } });
  return open;
}

/** Waits that were answered before a moment, and whose runs do not know yet. */
export async function listUnwoken(store: Store, before: Date, limit: number): Promise<Wait[]> {
  return list(store, { state: 'answered', wokenAt: null, answeredAt: { $lt: before } }, limit);
}

/** Records that the run of a wait was woken. */
export async function markWoken(store: Store, id: string): Promise<void> {
  await waits(store).updateOne({ _id: id }, { $set: { wokenAt: new Date() } });
}

/** Waits for deliveries that were opened before a moment, and for which nobody looked back since. */
export async function listToLookBack(store: Store, before: Date, limit: number): Promise<Wait[]> {
  return list(store, { state: 'open', lookedBackAt: null, openedAt: { $lt: before } }, limit);
}

/** Records that deliveries from before the wait were looked at. */
export async function markLookedBack(store: Store, id: string): Promise<void> {
  await waits(store).updateOne({ _id: id }, { $set: { lookedBackAt: new Date() } });
}

async function list(store: Store, match: Filter<WaitDocument>, limit: number): Promise<Wait[]> {
  return (await waits(store).find(match).sort({ _id: 1 }).limit(limit).toArray()).map(toWait);
}

function toWait({ _id, answer, wokenAt, lookedBackAt, ...row }: WithId<WaitDocument>): Wait {
  void wokenAt;
  void lookedBackAt;
  return { id: _id, ...row, answer: answer === null ? null : (JSON.parse(answer) as WaitAnswer) };
}
