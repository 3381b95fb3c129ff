import { openRunStatuses } from '@tallyhook/schemas/run-statuses';
import type { Collection, Filter } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { runIndexes, slotBefore, toRun, type Run } from './runs.ts';

/** The runs of a workflow that count together: those that run now. */
interface RunSlotDocument {
  _id: string;
  holders: string[];
  usedAt: Date;
}

export const runSlotIndexes: CollectionIndexes = {
  collection: 'run_slots',
  // A slot that nobody used for a month is made again.
  indexes: [{ key: { usedAt: 1 }, name: 'expiry', expireAfterSeconds: 30 * 86_400 }],
};

type SlotRun = Pick<Run, 'id' | 'status' | 'temporalWorkflowId'> & { slot?: string; holdsSlot?: boolean };
type SlotRunDocument = Omit<SlotRun, 'id'> & { _id: string };

const slots = (store: Store): Collection<RunSlotDocument> => store.system.collection(runSlotIndexes.collection);
const runs = (store: Store): Collection<SlotRunDocument> => store.system.collection(runIndexes.collection);

/** Open runs that wait for a place in a slot, the first to come first. */
const waitingFor = (slot: string): Filter<SlotRunDocument> => ({
  slot,
  status: { $in: openRunStatuses },
  holdsSlot: { $ne: true },
});

/**
 * The runs of the same workflow that came before another and have no slot yet, the first to come first: Temporal may
 * start a later one first.
 */
export async function* listUnplacedBefore(store: Store, run: Run): AsyncGenerator<Run> {
  const found = store.system
    .collection<Omit<Run, 'id'> & { _id: string }>(runIndexes.collection)
    .find({ slot: slotBefore(run), _id: { $lt: run.id }, status: 'queued' })
    .sort({ _id: 1 });
  for await (const document of found) yield toRun(document);
}

/** Gives a run that has not begun its slot. */
export async function setSlot(store: Store, run: Run, slot: string): Promise<void> {
  await runs(store).updateOne({ _id: run.id, slot: slotBefore(run) }, { $set: { slot } });
}

/**
 * Gives a run a place in a slot with `atMost` places, if one is free and no run that came earlier waits for it; always
 * the same answer once it has one. Without `inOrder`, a free place goes to the first that asks.
 */
export async function takeSlot(
  store: Store,
  { id }: Pick<Run, 'id'>,
  { slot, atMost, inOrder }: { slot: string; atMost: number; inOrder: boolean },
): Promise<boolean> {
  await runs(store).updateOne({ _id: id }, { $set: { slot } });
  await slots(store).updateOne(
    { _id: slot },
    { $setOnInsert: { holders: [] }, $set: { usedAt: new Date() } },
    { upsert: true },
  );
  const isFirst = async () =>
    (await runs(store).countDocuments({ ...waitingFor(slot), _id: { $lt: id } }, { limit: 1 })) === 0;
  if (inOrder && !(await isFirst())) return holds(store, slot, id);
  const taken = await slots(store).updateOne(
    { _id: slot, holders: { $ne: id }, [`holders.${atMost - 1}`]: { $exists: false } },
    { $push: { holders: id } },
  );
  const hasIt = taken.modifiedCount === 1 || (await holds(store, slot, id));
  if (hasIt) await runs(store).updateOne({ _id: id }, { $set: { holdsSlot: true } });
  return hasIt;
}

/** The runs that wait for a place in a slot since before another. */
export async function listWaitingBefore(
  store: Store,
  { id }: Pick<Run, 'id'>,
  slot: string,
): Promise<Pick<Run, 'id' | 'temporalWorkflowId'>[]> {
  const rows = await runs(store)
    .find({ ...waitingFor(slot), _id: { $lt: id } }, { projection: { temporalWorkflowId: 1 } })
    .toArray();
  return rows.map(({ _id, temporalWorkflowId }) => ({ id: _id, temporalWorkflowId }));
}

async function holds(store: Store, slot: string, id: string): Promise<boolean> {
  return (await slots(store).countDocuments({ _id: slot, holders: id }, { limit: 1 })) > 0;
}

/** Frees the place of a run that ends. Returns the id at Temporal of the run that waits longest; null if none does. */
export async function releaseSlot(store: Store, runId: string): Promise<string | null> {
  const run = await runs(store).findOne({ _id: runId }, { projection: { slot: 1 } });
  if (run?.slot === undefined) return null;
  await slots(store).updateOne({ _id: run.slot }, { $pull: { holders: runId } });
  return nextInSlot(store, { id: runId }, run.slot);
}

/** The id at Temporal of the run, other than the given one, that waits longest for a place in a slot; null if none does. */
export async function nextInSlot(store: Store, { id }: Pick<Run, 'id'>, slot: string): Promise<string | null> {
  const next = await runs(store)
    .find({ ...waitingFor(slot), _id: { $ne: id } }, { projection: { temporalWorkflowId: 1 } })
    .sort({ _id: 1 })
    .limit(1)
    .toArray();
  return next[0]?.temporalWorkflowId ?? null;
}

/**
 * Frees the places of runs that have ended without doing so, and returns the ids at Temporal of the runs that wait
 * longest, one for each slot in which others wait.
 */
export async function listNextInSlots(store: Store, limit: number): Promise<string[]> {
  const waiting = await runs(store)
    .find(
      { slot: { $exists: true }, status: { $in: openRunStatuses }, holdsSlot: { $ne: true } },
      { projection: { slot: 1, temporalWorkflowId: 1 } },
    )
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const first = new Map<string, string>();
  for (const { slot, temporalWorkflowId } of waiting) if (!first.has(slot!)) first.set(slot!, temporalWorkflowId);
  for (const slot of first.keys()) await freeEnded(store, slot);
  return [...first.values()];
}

async function freeEnded(store: Store, slot: string): Promise<void> {
  const row = await slots(store).findOne({ _id: slot });
  if (row === null || row.holders.length === 0) return;
  const open = await runs(store)
    .find({ _id: { $in: row.holders }, status: { $in: openRunStatuses } }, { projection: { _id: 1 } })
    .toArray();
  const openIds = new Set(open.map(({ _id }) => _id));
  const ended = row.holders.filter((id) => !openIds.has(id));
  if (ended.length > 0) await slots(store).updateOne({ _id: slot }, { $pull: { holders: { $in: ended } } });
}
