import type { Document, ObjectId } from 'mongodb';
import { changeIndexes, changes } from '../changes/change-log.ts';
import { mergedChangeIndexes, mergedChanges } from '../changes/merged-changes.ts';
import { typeDefinitions } from '../collections/hidden-types.ts';
import { findCollection } from '../collections/collections.ts';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { rangeFilter, typesIn, type State } from '../history/states.ts';
import type { ChangeCounts, CommitDocument } from './commits.ts';

/** The changes that a commit names: a part of the change log, or the entries with these numbers. */
export type CommitRange = { after: State; upTo: State } | { numbers: number[] };

export const rangeOfCommit = ({ range, numbers = [] }: CommitDocument): CommitRange => range ?? { numbers };

/** The net change of one record in a range. */
export interface NetChange {
  id: ObjectId;
  before: RecordDocument | null;
  after: RecordDocument | null;
}

/** Entries of one record have the order of the revisions that they made; a deletion comes after that of the record. */
const entryOrder = { $ifNull: ['$after.revision', { $add: ['$before.revision', 0.5] }] };

/** How many records of each type changed in a range of the log; a record that changed twice counts once. */
export async function countChanges(
  store: Store,
  branch: Branch,
  range: CommitRange,
): Promise<Record<string, ChangeCounts>> {
  const counts: Record<string, ChangeCounts> = {};
  for (const type of await typesOfRange(store, branch, range)) {
    const count = await countType(store, branch, { range, type });
    if (count.created + count.updated + count.deleted > 0) counts[type] = count;
  }
  return counts;
}

async function typesOfRange(
  store: Store,
  { workspaceId, id: branchId }: Branch,
  range: CommitRange,
): Promise<string[]> {
  if ('upTo' in range) {
    const types = typesIn({ branchId, ...range });
    return types.sort((one, other) => Number(other === typeDefinitions.name) - Number(one === typeDefinitions.name));
  }
  return changes(store, workspaceId).distinct('type', { branchId, number: { $in: range.numbers } });
}

interface RangeOfType {
  range: CommitRange;
  type: string;
}

async function countType(store: Store, branch: Branch, { range, type }: RangeOfType): Promise<ChangeCounts> {
  const { filter, imports, imported } = await openRange(store, branch, { range, type });
  const counts = { created: imported, updated: 0, deleted: 0 };
  if (filter === undefined) return counts;
  const isImported = { $in: ['$first', imports] };
  const rows = await filter.log
    .aggregate<{ _id: { was: boolean; is: boolean; imported: boolean }; count: number }>(
      [
        { $match: filter.match },
        { $set: { order: entryOrder } },
        {
          $group: {
            _id: '$id',
            first: { $top: { sortBy: { order: 1 }, output: { $ifNull: ['$before.change', null] } } },
            last: { $bottom: { sortBy: { order: 1 }, output: { $ifNull: ['$after.change', null] } } },
          },
        },
        {
          $group: {
            _id: {
              was: { $and: [{ $ne: ['$first', null] }, { $not: isImported }] },
              is: { $ne: ['$last', null] },
              imported: isImported,
            },
            count: { $sum: 1 },
          },
        },
      ],
      { allowDiskUse: true },
    )
    .toArray();
  for (const { _id, count } of rows) {
    // An import has counted its records already.
    if (_id.imported) counts.created -= _id.is ? 0 : count;
    else if (!_id.was && _id.is) counts.created += count;
    else if (_id.was && _id.is) counts.updated += count;
    else if (_id.was && !_id.is) counts.deleted += count;
  }
  return counts;
}

interface OpenRange {
  /** The entries of single records; undefined if there are none. */
  filter?: { log: ReturnType<typeof changes> | ReturnType<typeof mergedChanges>; match: Document };
  /** The numbers of imports in the range, and how many records they created. */
  imports: number[];
  imported: number;
}

async function openRange(store: Store, branch: Branch, { range, type }: RangeOfType): Promise<OpenRange> {
  const { workspaceId, id: branchId } = branch;
  if ('numbers' in range) {
    const match = { branchId, type, number: { $in: range.numbers } };
    return { filter: { log: mergedChanges(store, workspaceId), match }, imports: [], imported: 0 };
  }
  const filter = rangeFilter({ branchId, ...range }, type);
  if (filter === undefined) return { imports: [], imported: 0 };
  const log = changes(store, workspaceId);
  const found = await log.find({ ...filter, kind: 'import' }).toArray();
  const imported = found.reduce((sum, one) => sum + (one.kind === 'import' ? one.count : 0), 0);
  const match = { ...filter, kind: { $in: ['create', 'update', 'delete'] } };
  return { filter: { log, match }, imports: found.map(({ number }) => number), imported };
}

/** The ids of the records of a type that changed in a range, in order, after a given one. */
export async function idsInRange(
  store: Store,
  branch: Branch,
  { range, type, after, limit }: RangeOfType & { after: ObjectId | undefined; limit: number },
): Promise<ObjectId[]> {
  const { workspaceId, id: branchId } = branch;
  const { filter, imports } = await openRange(store, branch, { range, type });
  if (filter === undefined) return [];
  const later = after && { $gt: after };
  const pipeline = [
    { $match: { ...filter.match, ...(later && { id: later }) } },
    { $group: { _id: '$id' } },
    { $sort: { _id: 1 } },
    { $limit: limit },
  ];
  const lists = [await filter.log.aggregate<{ _id: ObjectId }>(pipeline).toArray()];
  if (imports.length > 0) {
    const entry = await findCollection(store, branch, type);
    const records = recordsIn(store, workspaceId, String(entry?.collection));
    const match = { change: { $in: imports }, ...(later && { _id: later }) };
    const kept = await records
      .find(match)
      .sort({ _id: 1 })
      .limit(limit)
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    lists.push(kept);
    for (const name of [changeIndexes.collection, mergedChangeIndexes.collection]) {
      const changed = [
        { $match: { branchId, type, 'before.change': { $in: imports }, ...(later && { id: later }) } },
        { $group: { _id: '$id' } },
        { $sort: { _id: 1 } },
        { $limit: limit },
      ];
      lists.push(await store.workspaceDb(workspaceId).collection(name).aggregate<{ _id: ObjectId }>(changed).toArray());
    }
  }
  const ids = new Map(lists.flat().map(({ _id }) => [_id.toHexString(), _id]));
  return [...ids]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, id]) => id)
    .slice(0, limit);
}

/** The net changes of records in a range. */
export async function netChanges(
  store: Store,
  branch: Branch,
  { range, type, ids }: RangeOfType & { ids: readonly ObjectId[] },
): Promise<NetChange[]> {
  const { filter, imports } = await openRange(store, branch, { range, type });
  const entries = filter
    ? await filter.log
        .aggregate<{ id: ObjectId; before: RecordDocument | null; after: RecordDocument | null }>([
          { $match: { ...filter.match, id: { $in: ids } } },
          { $set: { order: entryOrder } },
          { $sort: { order: 1 } },
        ])
        .toArray()
    : [];
  const byId = Map.groupBy(entries, ({ id }) => id.toHexString());
  const imported = await readImported(store, branch, { type, ids, imports });
  return ids.map((id): NetChange => {
    const own = byId.get(id.toHexString()) ?? [];
    const first = own.at(0)?.before ?? null;
    const wasImported = own.length === 0 || (first !== null && imports.includes(first.change));
    const after = own.length > 0 ? own.at(-1)!.after : (imported.get(id.toHexString()) ?? null);
    return { id, before: wasImported ? null : first, after };
  });
}

/** Records as imports created them. */
async function readImported(
  store: Store,
  branch: Branch,
  { type, ids, imports }: { type: string; ids: readonly ObjectId[]; imports: number[] },
): Promise<Map<string, RecordDocument>> {
  const found = new Map<string, RecordDocument>();
  if (imports.length === 0) return found;
  const { workspaceId, id: branchId } = branch;
  const db = store.workspaceDb(workspaceId);
  for (const name of [changeIndexes.collection, mergedChangeIndexes.collection]) {
    const filter = { branchId, type, id: { $in: ids }, 'before.change': { $in: imports } };
    for (const { id, before } of await db.collection(name).find(filter).toArray())
      found.set(String(id), before as RecordDocument);
  }
  const entry = await findCollection(store, branch, type);
  if (!entry) return found;
  const records = recordsIn(store, workspaceId, entry.collection);
  const filter = { _id: { $in: [...ids] }, change: { $in: imports } };
  for (const record of await records.find(filter).toArray()) found.set(record._id.toHexString(), record);
  return found;
}
