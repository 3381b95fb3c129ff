import type { Moment } from '../collections/collection-facts.ts';
import { slotIds, type CounterDocument } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import { readInSnapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';

/** Exactly which records of a type there are at a moment: equal states are equal records. */
export interface FeedState {
  /** The collection of the records; null before the first write. */
  collection: string | null;
  /** How far the change log goes: the last tick of each slot of the write counter. */
  slots: number[];
}

/**
 * Reads the states of types at a moment, by type. A type without an entry was never written.
 * @throws Error if the moment has no time, since its reads cannot share a snapshot then.
 */
export async function readFeedStates(
  store: Store,
  branch: Branch,
  types: readonly string[],
  moment: Moment,
): Promise<Map<string, FeedState>> {
  const found = await readCounters(store, branch, types, moment);
  const values = new Map(found.map(({ _id, value }) => [_id, value]));
  const collections = new Map(
    [...moment.entries.values()]
      .filter(({ branchId }) => branchId === branch.id)
      .map(({ type, collection }) => [type, collection]),
  );
  return new Map(
    types.map((type) => [
      type,
      {
        collection: collections.get(type) ?? null,
        slots: slotIds({ branchId: branch.id, type }).map((id) => values.get(id) ?? 0),
      },
    ]),
  );
}

/** The write counters of types: as they were read with the moment, or at its snapshot. */
async function readCounters(
  store: Store,
  branch: Branch,
  types: readonly string[],
  moment: Moment,
): Promise<readonly Pick<CounterDocument, '_id' | 'value'>[]> {
  const { counted } = moment;
  if (types.every((type) => counted.types.includes(type))) return counted.counters;
  const ids = types.flatMap((type) => slotIds({ branchId: branch.id, type }));
  const find = { find: 'write_counters', filter: { _id: { $in: ids } } };
  return readInSnapshot<CounterDocument>(snapshotAt(store, branch, moment), find);
}

export function snapshotAt(store: Store, { workspaceId }: Branch, { time }: Moment) {
  if (time === undefined) throw new Error('The moment has no time, so its reads cannot share a snapshot.');
  return { db: store.workspaceDb(workspaceId), time };
}
