import { BSON, ObjectId } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { findCollection } from '../collections/collections.ts';
import { typeOf } from '../collections/hidden-types.ts';
import { readLimitMs, withProblems } from '../database/problem-from.ts';
import { recordsIn, rowOf, type RecordRow } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';

/**
 * Reads records of one type by id; leaves out those that do not exist.
 * @throws Problem `not_found` for the type.
 */
export async function getRecords(
  store: Store,
  branch: Branch,
  typeName: string,
  ids: readonly string[],
): Promise<Map<string, RecordRow>> {
  return (await getSizedRecords(store, branch, typeName, ids)).records;
}

/** The same, with the size of the records in the database. */
export async function getSizedRecords(
  store: Store,
  branch: Branch,
  typeName: string,
  ids: readonly string[],
): Promise<{ records: Map<string, RecordRow>; sizeBytes: number }> {
  const type = typeOf(branch, typeName);
  const entry = await findCollection(store, branch, type.name);
  if (!entry || ids.length === 0) return { records: new Map(), sizeBytes: 0 };
  const objectIds = ids.filter((id) => /^[0-9a-f]{24}$/.test(id)).map((id) => new ObjectId(id));
  const records = recordsIn(store, branch.workspaceId, entry.collection).find(
    { _id: { $in: objectIds } },
    { maxTimeMS: readLimitMs },
  );
  const found = await withProblems(() => records.toArray());
  return {
    records: new Map(found.map((document) => [document._id.toHexString(), rowOf(type, document)])),
    sizeBytes: found.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0),
  };
}
