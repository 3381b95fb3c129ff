import type { ObjectId } from 'mongodb';
import { changeIndexes } from '../changes/change-log.ts';
import { earlierValueIndexes } from '../changes/earlier-values.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import { findCollection } from '../collections/collections.ts';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/** Versions of records, by the number of the change that made them and the id of the record. */
type MadeVersions = ReadonlyMap<string, RecordDocument>;

const keyOf = (number: number, id: ObjectId) => `${number}/${id.toHexString()}`;

export const madeVersion = (made: MadeVersions, number: number, id: ObjectId): RecordDocument | undefined =>
  made.get(keyOf(number, id));

/**
 * Records as imports created them and changes of their type converted them. The log has no row with such a version: it
 * is the record itself until its next change, which says what it found.
 */
export async function readMade(
  store: Store,
  branch: Branch,
  { type, ids, numbers }: { type: string; ids: readonly ObjectId[]; numbers: readonly number[] },
): Promise<MadeVersions> {
  const made = new Map<string, RecordDocument>();
  if (numbers.length === 0) return made;
  const { workspaceId, id: branchId } = branch;
  // Before the logs: a record that changes in between is in them.
  const entry = await findCollection(store, branch, type);
  if (entry) {
    const filter = { _id: { $in: [...ids] }, change: { $in: [...numbers] } };
    for (const record of await recordsIn(store, workspaceId, entry.collection).find(filter).toArray())
      made.set(keyOf(record.change, record._id), record);
  }
  const logs = [
    { name: changeIndexes.collection, which: { branchId, type, id: { $in: ids } } },
    { name: mergedChangeIndexes.collection, which: { branchId, type, id: { $in: ids } } },
    { name: earlierValueIndexes.collection, which: { branchId, 'before._id': { $in: ids } } },
  ];
  for (const { name, which } of logs) {
    const changed = store.workspaceDb(workspaceId).collection<{ before: RecordDocument }>(name);
    const filter = { ...which, 'before.change': { $in: numbers } };
    for (const { before } of await changed.find(filter).toArray()) made.set(keyOf(before.change, before._id), before);
  }
  return made;
}
