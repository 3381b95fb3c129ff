import type { Collection } from 'mongodb';
import type { RecordDocument } from '../collections/record-document.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** A record as it was before the change with a number, which the log has as one entry for many records. */
export interface EarlierValue {
  /** `<change>/<record id>`. */
  _id: string;
  branchId: string;
  number: number;
  before: RecordDocument;
}

export const earlierValueIndexes: CollectionIndexes = {
  collection: 'earlier_values',
  indexes: [{ key: { branchId: 1, number: 1 } }, { key: { 'before._id': 1 } }],
};

export const earlierValues = (store: Store, workspaceId: string): Collection<EarlierValue> =>
  store.workspaceDb(workspaceId).collection(earlierValueIndexes.collection);
