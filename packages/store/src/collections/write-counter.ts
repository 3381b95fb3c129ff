import { Problem } from '@tallyhook/schemas';
import type { ClientSession, Collection, Document } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { openSnapshot, readInSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';

/** How many documents the writes of one type are counted in: one alone would make every writer wait for every other. */
export const slotCount = 32;

export interface CounterDocument {
  _id: string;
  /** How many changes went through this slot. */
  value: number;
  /** How many more records were made than deleted by the changes of this slot. */
  records: number;
  /** Raised where no writer may be under way: when the records move to another collection. */
  moves?: number;
}

/** Which slot a change went through, and the slot's value after it. */
export interface Tick {
  slot: number;
  tick: number;
}

/** The state of the write counter of one type at one moment. */
export interface WriteCounter {
  /** Grows when the records move to another collection; 0 before the first write. */
  epoch: number;
  /** How many changes there were: the sum of the slots. */
  value: number;
  slots: number[];
}

type BranchType = { branchId: string; type: string };

export const counters = (store: Store, workspaceId: string): Collection<CounterDocument> =>
  store.workspaceDb(workspaceId).collection('write_counters');

/** The counters of a new collection. `records` is how many records it begins with. */
export function newCounters(of: BranchType, records = 0): CounterDocument[] {
  return slotIds(of).map((_id, slot) => ({ _id, value: 0, records: slot === 0 ? records : 0 }));
}

/** The ids of the 32 counters of a type. */
export function slotIds({ branchId, type }: BranchType): string[] {
  return Array.from({ length: slotCount }, (_, slot) => `${branchId}/${type}/${slot}`);
}

/**
 * Raises one slot, picked at random, in the transaction of a write. Two transactions that pick the same slot collide,
 * and one begins again, so the ticks of a slot are in the order of the commits.
 */
export async function raiseCounter(
  store: Store,
  branch: Branch,
  type: string,
  { session, records }: { session: ClientSession; records: number },
): Promise<Tick> {
  const slot = Math.floor(Math.random() * slotCount);
  const counter = await counters(store, branch.workspaceId).findOneAndUpdate(
    { _id: `${branch.id}/${type}/${slot}` },
    { $inc: { value: 1, records } },
    { session, returnDocument: 'after' },
  );
  if (!counter) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  return { slot, tick: counter.value };
}

/**
 * The write counter of a type, read at one moment: whoever holds the slots of a snapshot knows by slot and tick exactly
 * which entries of the change log came later.
 */
export async function readWriteCounter(store: Store, branch: Branch, type: string): Promise<WriteCounter> {
  const snapshot = await openSnapshot(store, branch.workspaceId);
  const [entries, { slots }] = await Promise.all([
    readInSnapshot<{ epoch: number }>(snapshot, { find: 'collections', filter: { _id: `${branch.id}/${type}` } }),
    readSlots(snapshot, { branchId: branch.id, type }),
  ]);
  return { epoch: entries[0]?.epoch ?? 0, value: slots.reduce((sum, slot) => sum + slot, 0), slots };
}

/** The 32 slots at the moment of a snapshot, and how many records there were. */
export async function readSlots(snapshot: Snapshot, of: BranchType): Promise<{ slots: number[]; records: number }> {
  const found = await readInSnapshot<CounterDocument>(snapshot, findCounters(of));
  const byId = new Map(found.map((counter) => [counter._id, counter]));
  return { slots: slotIds(of).map((id) => byId.get(id)?.value ?? 0), records: stateOf(found).records };
}

/** The command that finds the counters of a type; their ids begin with the branch and the type. */
export const findCounters = ({ branchId, type }: BranchType): Document => ({
  find: 'write_counters',
  filter: { _id: { $gt: `${branchId}/${type}/`, $lt: `${branchId}/${type}0` } },
});

/** How the counters of a type stand at a moment. */
export interface CounterState {
  /** The same at two moments when nothing was written between them. */
  marks: string;
  /** How many records there are. */
  records: number;
}

/** What the found counters of a type say, which are in the order of their ids. */
export function stateOf(found: readonly CounterDocument[]): CounterState {
  let marks = '';
  let records = 0;
  for (const { _id, value, moves = 0, records: more } of found) {
    marks += `${_id.slice(_id.lastIndexOf('/'))} ${value} ${moves}`;
    records += more;
  }
  return { marks, records };
}
