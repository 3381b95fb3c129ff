import { Problem } from '@tallyhook/schemas';
import type { ClientSession, Collection, Document } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { openSnapshot, readInSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';

/** How many documents count the writes of one type. With a single document, all writers would wait for each other. */
export const slotCount = 32;

export interface CounterDocument {
  _id: string;
  /** How many changes went through this slot. */
  value: number;
  /** Records created minus records deleted by the changes of this slot. */
  records: number;
  /** Incremented when the records move to another collection, so that it conflicts with every open write. */
  moves?: number;
}

/** Which slot a change went through, and the slot's value after it. */
export interface Tick {
  slot: number;
  tick: number;
}

/** The state of the write counter of one type at one moment. */
export interface WriteCounter {
  /** Incremented when the records move to another collection; 0 before the first write. */
  epoch: number;
  /** The total number of changes: the sum of the slots. */
  value: number;
  slots: number[];
}

type BranchType = { branchId: string; type: string };

export const counters = (store: Store, workspaceId: string): Collection<CounterDocument> =>
  store.workspaceDb(workspaceId).collection('write_counters');

/** The counters of a new collection. `records` is its initial number of records. */
export function newCounters(of: BranchType, records = 0): CounterDocument[] {
  return slotIds(of).map((_id, slot) => ({ _id, value: 0, records: slot === 0 ? records : 0 }));
}

/** The ids of the 32 counters of a type. */
export function slotIds({ branchId, type }: BranchType): string[] {
  return Array.from({ length: slotCount }, (_, slot) => `${branchId}/${type}/${slot}`);
}

/**
 * Increments one random slot in the transaction of a write. Two transactions with the same slot conflict and one
 * retries, so the ticks of a slot are in commit order. For several `changes`, returns the tick of the last.
 */
export async function raiseCounter(
  store: Store,
  branch: Branch,
  type: string,
  { session, records, changes = 1 }: { session: ClientSession; records: number; changes?: number },
): Promise<Tick> {
  const slot = Math.floor(Math.random() * slotCount);
  const counter = await counters(store, branch.workspaceId).findOneAndUpdate(
    { _id: `${branch.id}/${type}/${slot}` },
    { $inc: { value: changes, records } },
    { session, returnDocument: 'after' },
  );
  if (!counter) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  return { slot, tick: counter.value };
}

/**
 * Reads the write counter of a type at one moment. With the slots of a snapshot, slot and tick tell exactly which
 * entries of the change log came later.
 */
export async function readWriteCounter(store: Store, branch: Branch, type: string): Promise<WriteCounter> {
  const snapshot = await openSnapshot(store, branch.workspaceId);
  const [entries, { slots }] = await Promise.all([
    readInSnapshot<{ epoch: number }>(snapshot, { find: 'collections', filter: { _id: `${branch.id}/${type}` } }),
    readSlots(snapshot, { branchId: branch.id, type }),
  ]);
  return { epoch: entries[0]?.epoch ?? 0, value: slots.reduce((sum, slot) => sum + slot, 0), slots };
}

/** The 32 slots at the snapshot, and the number of records. */
export async function readSlots(snapshot: Snapshot, of: BranchType): Promise<{ slots: number[]; records: number }> {
  const found = await readInSnapshot<CounterDocument>(snapshot, findCounters(of));
  const byId = new Map(found.map((counter) => [counter._id, counter]));
  return { slots: slotIds(of).map((id) => byId.get(id)?.value ?? 0), records: stateOf(found).records };
}

/** The command that finds the counters of a type; their ids start with the branch and the type. */
export const findCounters = ({ branchId, type }: BranchType): Document => ({
  find: 'write_counters',
  filter: { _id: { $gt: `${branchId}/${type}/`, $lt: `${branchId}/${type}0` } },
});

/** The state of the counters of a type at one moment. */
export interface CounterState {
  /** Equal at two moments if nothing was written between them. */
  marks: string;
  /** The number of records. */
  records: number;
}

/** Computes the state from the counters found, which must be sorted by id. */
export function stateOf(found: readonly CounterDocument[]): CounterState {
  let marks = '';
  let records = 0;
  for (const { _id, value, moves = 0, records: more } of found) {
    marks += `${_id.slice(_id.lastIndexOf('/'))} ${value} ${moves}`;
    records += more;
  }
  return { marks, records };
}

/** The number of records of a type. */
export async function countRecords(store: Store, branch: Branch, type: string): Promise<number> {
  const snapshot = await openSnapshot(store, branch.workspaceId);
  return (await readSlots(snapshot, { branchId: branch.id, type })).records;
}
