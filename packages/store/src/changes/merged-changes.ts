import type { Collection, ObjectId } from 'mongodb';
import type { RecordDocument } from '../collections/record-document.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import type { RecordChange } from './change-log.ts';

/**
 * What a merge or a revert did to one record. It counts once the change log has the entry with its number: a large merge
 * writes these rows before it is visible.
 */
export interface MergedChangeDocument {
  _id: ObjectId;
  branchId: string;
  type: string;
  /** The number of the `merge` entry in the change log. */
  number: number;
  kind: RecordChange['kind'];
  id: ObjectId;
  before: RecordDocument | null;
  after: RecordDocument | null;
  /** The versions that this one joins, besides `before`. */
  parents: number[];
}

export const mergedChangeIndexes: CollectionIndexes = {
  collection: 'merged_changes',
  indexes: [{ key: { branchId: 1, number: 1, id: 1 } }, { key: { id: 1 } }],
};

export const mergedChanges = (store: Store, workspaceId: string): Collection<MergedChangeDocument> =>
  store.workspaceDb(workspaceId).collection(mergedChangeIndexes.collection);

/** Removes the rows of a merge that was not finished. */
export async function dropMergedChanges(
  store: Store,
  workspaceId: string,
  { branchId, numbers }: { branchId: string; numbers: number[] },
): Promise<void> {
  await mergedChanges(store, workspaceId).deleteMany({ branchId, number: { $in: numbers } });
}
