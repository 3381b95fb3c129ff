import type { Collection } from 'mongodb';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Store } from '../database/store.ts';

/** A primary that is lost later may lose these writes; the count at the end of an import notices. */
const concern = { w: 1, j: false } as const;

/**
 * Inserts records into a collection that nobody uses yet, in any order. Records that it already has stay.
 * @throws the driver's error.
 */
export async function insertRecords(
  store: Store,
  { workspaceId, collection }: { workspaceId: string; collection: string },
  documents: RecordDocument[],
): Promise<void> {
  if (await insertAtOnce(store, { workspaceId, collection }, documents)) return;
  const records = recordsIn(store, workspaceId, collection);
  try {
    await records.insertMany(documents, { ordered: false, writeConcern: { w: 1, journal: false } });
  } catch (error) {
    if (!isDuplicateKey(error) || !(await hasAll(records, documents))) throw error;
  }
}

/**
 * Inserts by one command, which takes less time than the driver's `insertMany`, for it and for MongoDB. It is not
 * repeated after a lost connection and cannot be longer than 16 MiB. Returns whether all records were inserted; if not,
 * `insertMany` repeats them and reports what is wrong.
 */
async function insertAtOnce(
  store: Store,
  { workspaceId, collection }: { workspaceId: string; collection: string },
  documents: RecordDocument[],
): Promise<boolean> {
  const command = { insert: collection, documents, ordered: false, writeConcern: concern };
  try {
    const { n } = await store.workspaceDb(workspaceId).command(command);
    return n === documents.length;
  } catch {
    return false;
  }
}

/** Whether a collection has all of these records. */
async function hasAll(records: Collection<RecordDocument>, documents: readonly RecordDocument[]): Promise<boolean> {
  const filter = { _id: { $in: documents.map(({ _id }) => _id) } };
  // Records of a write that no majority has yet count too.
  const count = await records.countDocuments(filter, { hint: '_id_', readConcern: { level: 'local' } });
  return count === documents.length;
}
