import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { changes, entryOf, type ChangeEntry } from './change-log.ts';

/** Entries of the change log that came after some slots, and how far they reach. */
export interface NewChanges {
  /** In the order of their numbers. */
  entries: ChangeEntry[];
  slots: number[];
}

/**
 * Reads the entries of a type between two states of its slots, each exactly once, whenever it became visible; at most
 * `limit`, so read again from the returned slots until nothing is left.
 */
export async function readNewChanges(
  store: Store,
  branch: Branch,
  { type, after, upTo, limit }: { type: string; after: readonly number[]; upTo: readonly number[]; limit: number },
): Promise<NewChanges> {
  const ranges = upTo.flatMap((last, slot) => {
    const from = after[slot] ?? 0;
    return last > from ? [{ slot, tick: { $gt: from, $lte: last } }] : [];
  });
  if (ranges.length === 0) return { entries: [], slots: [...after] };
  const found = await changes(store, branch.workspaceId)
    .find({ branchId: branch.id, type, $or: ranges })
    .sort({ slot: 1, tick: 1 })
    .limit(limit)
    .toArray();
  const isAll = found.length < limit;
  const slots = upTo.map((last, slot) => {
    const from = after[slot] ?? 0;
    const read = found.filter((one) => one.slot === slot).at(-1)?.tick ?? from;
    return isAll ? Math.max(last, from) : read;
  });
  const entries = found
    .map((document) => entryOf(branch, document))
    .toSorted((one, other) => one.number - other.number);
  return { entries, slots };
}

/** Reads the entry with a number; null if the branch has none. */
export async function readChange(store: Store, branch: Branch, number: number): Promise<ChangeEntry | null> {
  const found = await changes(store, branch.workspaceId).findOne({ branchId: branch.id, number });
  return found && entryOf(branch, found);
}
