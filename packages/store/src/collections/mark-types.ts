import type { RecordType } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { collectionEntryId, collectionMap } from './collections.ts';
import { typeMark } from './type-mark.ts';
import { counters, slotIds } from './write-counter.ts';

/**
 * Marks the collections of the types that ask something else of their values now. Conflicts with every open write of
 * these types; those writes retry and find the new mark.
 */
export async function markTypes(
  store: Store,
  branch: Branch,
  { before, after }: { before: readonly RecordType[]; after: readonly RecordType[] },
  session: ClientSession,
): Promise<void> {
  const marks = new Map(before.map((type) => [type.name, typeMark(type)]));
  for (const type of after) {
    const mark = typeMark(type);
    if (marks.get(type.name) === mark) continue;
    const entry = { _id: collectionEntryId(branch, type.name) };
    const map = collectionMap(store, branch.workspaceId);
    const { matchedCount } = await map.updateOne(entry, { $set: { typeMark: mark } }, { session });
    if (matchedCount === 0) continue;
    const ids = slotIds({ branchId: branch.id, type: type.name });
    await counters(store, branch.workspaceId).updateMany({ _id: { $in: ids } }, { $inc: { moves: 1 } }, { session });
  }
}
