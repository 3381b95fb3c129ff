import type { ClientSession, ObjectId } from 'mongodb';
import { changes } from '../changes/change-log.ts';
import { earlierValues } from '../changes/earlier-values.ts';
import { mergedChanges } from '../changes/merged-changes.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/** A deleted record. */
export interface DeletedRecord {
  /** The record at its deletion. */
  before: RecordDocument;
  /** The number of the change that deleted it. */
  number: number;
}

interface LastRow {
  _id: ObjectId;
  last: { kind: string; number: number; before: RecordDocument | null };
}

/** The records that were deleted on the branch, by id; not those that exist again. */
export async function lastDeleted(
  store: Store,
  { workspaceId, id: branchId }: Branch,
  { type, ids, session }: { type: string; ids: readonly ObjectId[]; session: ClientSession },
): Promise<Map<string, DeletedRecord>> {
  if (ids.length === 0) return new Map();
  const pipeline = [
    { $match: { branchId, id: { $in: ids }, type } },
    { $sort: { number: -1 } },
    { $group: { _id: '$id', last: { $first: '$$ROOT' } } },
  ];
  const found = [
    ...(await changes(store, workspaceId).aggregate<LastRow>(pipeline, { session }).toArray()),
    ...(await mergedChanges(store, workspaceId).aggregate<LastRow>(pipeline, { session }).toArray()),
  ];
  found.push(...(await removedWithType(store, { branchId, workspaceId }, { type, ids, session })));
  const newest = new Map<string, LastRow['last']>();
  for (const { _id, last } of found) {
    const known = newest.get(_id.toHexString());
    if (known === undefined || known.number < last.number) newest.set(_id.toHexString(), last);
  }
  return new Map(
    [...newest].flatMap(([id, { kind, number, before }]) =>
      kind === 'delete' && before ? [[id, { before, number }] as const] : [],
    ),
  );
}

/** The records that were removed with their type and so many others that the log has one entry for all. */
async function removedWithType(
  store: Store,
  { workspaceId, branchId }: { workspaceId: string; branchId: string },
  { type, ids, session }: { type: string; ids: readonly ObjectId[]; session: ClientSession },
): Promise<LastRow[]> {
  const kept = earlierValues(store, workspaceId).find({ branchId, 'before._id': { $in: [...ids] } }, { session });
  const rows = await kept.toArray();
  if (rows.length === 0) return [];
  const removals = { branchId, type, number: { $in: rows.map(({ number }) => number) }, work: 'remove' as const };
  const numbers = await changes(store, workspaceId).distinct('number', removals, { session });
  return rows
    .filter(({ number }) => numbers.includes(number))
    .map(({ number, before }) => ({ _id: before._id, last: { kind: 'delete', number, before } }));
}
