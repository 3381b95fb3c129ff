import { ObjectId } from 'mongodb';
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
  const type = typeOf(branch, typeName);
  const entry = await findCollection(store, branch, type.name);
  if (!entry || ids.length === 0) return new Map();
  const objectIds = ids.filter((id) => /^[0-9a-f]{24}$/.test(id)).map((id) => new ObjectId(id));
  const records = recordsIn(store, branch.workspaceId, entry.collection).find(
    { _id: { $in: objectIds } },
    { maxTimeMS: readLimitMs },
  );
  const found = await withProblems(() => records.toArray());
  return new Map(found.map((document) => [document._id.toHexString(), rowOf(type, document)]));
}
