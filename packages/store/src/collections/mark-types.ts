import type { RecordType } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { collectionEntryId, collectionMap } from './collections.ts';
import { typeMark } from './type-mark.ts';
import { counters, slotIds } from './write-counter.ts';

/** The mark of a type that the branch no longer has: nothing fits it. */
const removedMark = 'removed';

/**
 * Marks the collections of the types that ask something else of their values now, or are gone. Conflicts with every open
 * write of these types; those writes retry and find the new mark.
 */
export async function markTypes(
  store: Store,
  branch: Branch,
  { before, after }: { before: readonly RecordType[]; after: readonly RecordType[] },
  session: ClientSession,
): Promise<void> {
  const marks = new Map(before.map((type) => [type.name, typeMark(type)]));
  const removed = before.filter(({ name }) => !after.some((type) => type.name === name));
  const now = [
    ...after.map((type) => ({ name: type.name, mark: typeMark(type) })),
    ...removed.map(({ name }) => ({ name, mark: removedMark })),
  ];
  for (const { name, mark } of now) {
    if (marks.get(name) === mark) continue;
    const entry = { _id: collectionEntryId(branch, name) };
    const map = collectionMap(store, branch.workspaceId);
    const { matchedCount } = await map.updateOne(entry, { $set: { typeMark: mark } }, { session });
    if (matchedCount === 0) continue;
    const ids = slotIds({ branchId: branch.id, type: name });
    await counters(store, branch.workspaceId).updateMany({ _id: { $in: ids } }, { $inc: { moves: 1 } }, { session });
  }
}
