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
  const ids = types.map((type) => ({ _id: { $gt: `${branch.id}/${type}/`, $lt: `${branch.id}/${type}0` } }));
  const find = { find: 'write_counters', filter: ids.length === 1 ? ids[0] : { $or: ids } };
  const found = await readInSnapshot<CounterDocument>(snapshotAt(store, branch, moment), find);
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

export function snapshotAt(store: Store, { workspaceId }: Branch, { time }: Moment) {
  if (time === undefined) throw new Error('The moment has no time, so its reads cannot share a snapshot.');
  return { db: store.workspaceDb(workspaceId), time };
}
