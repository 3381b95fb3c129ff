import type { Document, ObjectId } from 'mongodb';
import { earlierValueIndexes, earlierValues } from '../changes/earlier-values.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import type { ChangeCounts } from './commits.ts';
import { madeVersion, readMade } from './made-versions.ts';
import { openRange, typesOfRange, type CommitRange, type OpenRange, type RangeOfType } from './open-range.ts';

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
    if (totalOf(count) > 0) counts[type] = count;
  }
  return counts;
}

export const totalOf = ({ created, updated, deleted }: ChangeCounts): number => created + updated + deleted;

/** How many records of a type changed in a range. */
export async function countType(
  store: Store,
  branch: Pick<Branch, 'workspaceId' | 'id'>,
  wanted: RangeOfType,
): Promise<ChangeCounts> {
  const open = await openRange(store, branch, wanted);
  if (open === null) return { created: 0, updated: 0, deleted: 0 };
  const { single, imports, imported } = open;
  const counts = { created: imported, updated: 0, deleted: 0 };
  const isImported = { $in: ['$first', imports] };
  const versions = {
    ...{ id: 1, order: entryOrder },
    first: { $ifNull: ['$before.change', null] },
    last: { $ifNull: ['$after.change', null] },
  };
  const rows = await single.log
    .aggregate<{ _id: { was: boolean; is: boolean; imported: boolean }; count: number }>(
      [
        { $match: single.match },
        { $project: versions },
        ...withBulk(branch, open),
        {
          $group: {
            _id: '$id',
            first: { $top: { sortBy: { order: 1 }, output: '$first' } },
            last: { $bottom: { sortBy: { order: 1 }, output: '$last' } },
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

/** Adds the records that changed or were removed with their type, in the order of the other entries. */
function withBulk({ id: branchId }: Pick<Branch, 'id'>, { conversions, removals }: OpenRange): Document[] {
  const numbers = [...conversions, ...removals];
  if (numbers.length === 0) return [];
  const isRemoved = { $in: ['$number', removals] };
  const versions = {
    ...{ _id: 0, id: '$before._id', first: '$before.change' },
    order: { $add: ['$before.revision', { $cond: [isRemoved, 0.5, 1] }] },
    last: { $cond: [isRemoved, null, '$number'] },
  };
  const pipeline = [{ $match: { branchId, number: { $in: numbers } } }, { $project: versions }];
  return [{ $unionWith: { coll: earlierValueIndexes.collection, pipeline } }];
}

/** The net changes of records in a range. */
export async function netChanges(
  store: Store,
  branch: Branch,
  { ids, ...wanted }: RangeOfType & { ids: readonly ObjectId[] },
): Promise<NetChange[]> {
  const { type } = wanted;
  const open = await openRange(store, branch, wanted);
  if (open === null) return ids.map((id) => ({ id, before: null, after: null }));
  const { single, imports, conversions } = open;
  const made = await readMade(store, branch, { type, ids, numbers: [...imports, ...conversions] });
  const singles = await single.log
    .aggregate<RangeEntry>([{ $match: { ...single.match, id: { $in: ids } } }, { $set: { order: entryOrder } }])
    .toArray();
  const entries = [...singles, ...(await readBulk(store, branch, { open, ids, made }))];
  const byId = Map.groupBy(
    entries.toSorted((one, other) => one.order - other.order),
    ({ id }) => id.toHexString(),
  );
  return ids.map((id): NetChange => {
    const own = byId.get(id.toHexString()) ?? [];
    const first = own.at(0)?.before ?? null;
    const wasImported = own.length === 0 || (first !== null && imports.includes(first.change));
    const imported = imports.map((number) => madeVersion(made, number, id)).find((version) => version !== undefined);
    const after = own.length > 0 ? own.at(-1)!.after : (imported ?? null);
    return { id, before: wasImported ? null : first, after };
  });
}

interface RangeEntry extends NetChange {
  /** Entries of one record have this order. */
  order: number;
}

/** The records that changed or were removed with their type. */
async function readBulk(
  store: Store,
  { workspaceId }: Branch,
  {
    open: { conversions, removals },
    ids,
    made,
  }: { open: OpenRange; ids: readonly ObjectId[]; made: ReadonlyMap<string, RecordDocument> },
): Promise<RangeEntry[]> {
  const numbers = [...conversions, ...removals];
  if (numbers.length === 0) return [];
  const rowIds = numbers.flatMap((number) => ids.map((id) => `${number}/${id.toHexString()}`));
  const rows = await earlierValues(store, workspaceId)
    .find({ _id: { $in: rowIds } })
    .toArray();
  return rows.flatMap(({ number, before }): RangeEntry[] => {
    const { _id: id, revision } = before;
    if (removals.includes(number)) return [{ id, before, after: null, order: revision + 0.5 }];
    const after = madeVersion(made, number, id);
    // Kept although the change left it as it was.
    return after ? [{ id, before, after, order: revision + 1 }] : [];
  });
}
