import type { Document, ObjectId } from 'mongodb';
import { changeIndexes, changes } from '../changes/change-log.ts';
import { earlierValues } from '../changes/earlier-values.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import { findCollection } from '../collections/collections.ts';
import { recordsIn } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { openRange, type OpenRange, type RangeOfType } from './open-range.ts';

interface Page {
  after: ObjectId | undefined;
  limit: number;
}

/** The ids of the records of a type that changed in a range, in order, after a given one. */
export async function idsInRange(
  store: Store,
  branch: Branch,
  { range, type, ...page }: RangeOfType & Page,
): Promise<ObjectId[]> {
  const { workspaceId } = branch;
  const open = await openRange(store, branch, { range, type });
  if (open === null) return [];
  const { single, imports, conversions, removals } = open;
  const bulk = [...conversions, ...removals];
  const lists = [await idsOfEntries(single, page)];
  for (const number of bulk) lists.push(await idsOfKept(store, workspaceId, { number, page }));
  if (imports.length > 0) lists.push(...(await idsOfImported(store, branch, { type, imports, bulk, page })));
  const ids = new Map(lists.flat().map((id) => [id.toHexString(), id]));
  return [...ids]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, id]) => id)
    .slice(0, page.limit);
}

/** The ids of records that imports created: they are as they were created, or a later change says what it found. */
async function idsOfImported(
  store: Store,
  branch: Branch,
  { type, imports, bulk, page }: { type: string; imports: number[]; bulk: number[]; page: Page },
): Promise<ObjectId[][]> {
  const { workspaceId, id: branchId } = branch;
  const lists: ObjectId[][] = [];
  const entry = await findCollection(store, branch, type);
  if (entry) {
    const filter = { change: { $in: imports }, ...(page.after && { _id: { $gt: page.after } }) };
    const kept = recordsIn(store, workspaceId, entry.collection).find(filter, { projection: { _id: 1 } });
    lists.push((await kept.sort({ _id: 1 }).limit(page.limit).toArray()).map(({ _id }) => _id));
  }
  const match = { branchId, type, 'before.change': { $in: imports } };
  for (const name of [changeIndexes.collection, mergedChangeIndexes.collection]) {
    lists.push(await idsOfEntries({ log: store.workspaceDb(workspaceId).collection(name), match }, page));
  }
  const later = { branchId, type, kind: 'bulk' as const, number: { $nin: bulk } };
  for (const number of await changes(store, workspaceId).distinct('number', later)) {
    lists.push(await idsOfKept(store, workspaceId, { number, imports, page }));
  }
  return lists;
}

async function idsOfEntries({ log, match }: OpenRange['single'], { after, limit }: Page): Promise<ObjectId[]> {
  const pipeline: Document[] = [
    { $match: { ...match, ...(after && { id: { $gt: after } }) } },
    { $group: { _id: '$id' } },
    { $sort: { _id: 1 } },
    { $limit: limit },
  ];
  const found = await log.aggregate<{ _id: ObjectId }>(pipeline, { allowDiskUse: true }).toArray();
  return found.map(({ _id }) => _id);
}

/** The ids of records that a change of their type kept as they were; with `imports`, those that these had created. */
async function idsOfKept(
  store: Store,
  workspaceId: string,
  { number, imports, page: { after, limit } }: { number: number; imports?: number[]; page: Page },
): Promise<ObjectId[]> {
  // The ids of the rows begin with the number; "0" comes after "/".
  const _id = { $gt: `${number}/${after?.toHexString() ?? ''}`, $lt: `${number}0` };
  const filter = { _id, ...(imports && { 'before.change': { $in: imports } }) };
  const found = await earlierValues(store, workspaceId)
    .find(filter, { projection: { 'before._id': 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return found.map(({ before }) => before._id);
}
