import { counters } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { typesIn } from '../history/states.ts';
import { countType, totalOf } from './changes-in-range.ts';
import { readUncommittedRange } from './commit-branch.ts';
import { commits } from './commits.ts';
import { openRange, type RangeOfType } from './open-range.ts';

/** How many records and definitions changed on a branch since its last commit. */
export interface UncommittedCount {
  count: number;
  /** There are more: of a type with so many changes, only the first were counted. */
  isMore: boolean;
}

/** The most entries of the log that are read for one type. */
const maxEntriesOfType = 10_000;

/** By store and branch, the count and what it was counted for. */
const counted = new WeakMap<Store, Map<string, { of: string; found: Promise<UncommittedCount> }>>();

/** Counts as `readUncommitted` does, and only again after something changed; stops at 10,000 changes of a type. */
export async function countUncommitted(
  store: Store,
  branch: Pick<Branch, 'workspaceId' | 'id'>,
  { maxEntries = maxEntriesOfType }: { maxEntries?: number } = {},
): Promise<UncommittedCount> {
  const known = counted.get(store) ?? new Map<string, { of: string; found: Promise<UncommittedCount> }>();
  counted.set(store, known);
  const of = await momentOf(store, branch);
  const last = known.get(branch.id);
  if (last?.of === of) return last.found;
  const found = countAll(store, branch, maxEntries);
  known.set(branch.id, { of, found });
  found.catch(() => known.delete(branch.id));
  return found;
}

/** Identifies what a branch was committed and changed up to. */
async function momentOf(store: Store, { workspaceId, id }: Pick<Branch, 'workspaceId' | 'id'>): Promise<string> {
  const last = await commits(store, workspaceId).findOne(
    { branchId: id, kind: 'commit' },
    { sort: { _id: -1 }, projection: { _id: 1 } },
  );
  const [now] = await counters(store, workspaceId)
    .aggregate<{ value: number }>([
      { $match: { _id: { $gt: `${id}/`, $lt: `${id}0` } } },
      { $group: { _id: null, value: { $sum: '$value' } } },
    ])
    .toArray();
  return `${last?._id ?? ''}/${now?.value ?? 0}`;
}

async function countAll(
  store: Store,
  branch: Pick<Branch, 'workspaceId' | 'id'>,
  maxEntries: number,
): Promise<UncommittedCount> {
  const range = await readUncommittedRange(store, branch);
  const all: UncommittedCount = { count: 0, isMore: false };
  for (const type of typesIn({ branchId: branch.id, ...range })) {
    const { count, isMore } = await countOne(store, branch, { range, type, maxEntries });
    all.count += count;
    all.isMore ||= isMore;
  }
  return all;
}

async function countOne(
  store: Store,
  branch: Pick<Branch, 'workspaceId' | 'id'>,
  { range, type, maxEntries }: RangeOfType & { maxEntries: number },
): Promise<UncommittedCount> {
  const open = await openRange(store, branch, { range, type });
  if (open === null) return { count: 0, isMore: false };
  const entries = await open.single.log.countDocuments(open.single.match, { limit: maxEntries + 1 });
  const { changed, conversions, removals } = open;
  // The change of a type counts its own records.
  if (entries === 0 && open.imports.length === 0 && conversions.length + removals.length === 1) {
    return { count: changed, isMore: false };
  }
  if (entries + changed > maxEntries) return { count: maxEntries, isMore: true };
  return { count: totalOf(await countType(store, branch, { range, type })), isMore: false };
}
