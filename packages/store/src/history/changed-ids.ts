import type { ObjectId } from 'mongodb';
import { changeIndexes, type ChangeDocument } from '../changes/change-log.ts';
import { earlierValueIndexes } from '../changes/earlier-values.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import type { Finder } from '../database/finder.ts';
import { rangeFilter, type LogRange } from './states.ts';

type Entry = Pick<ChangeDocument, 'kind' | 'number'> & { id?: ObjectId };

/**
 * The ids of the records of a type that changed in the ranges. `collection` holds the records now, at the moment of
 * `find`: those that an import created and nobody changed carry the number of the import.
 */
export async function changedIds(
  find: Finder,
  { ranges, type, collection }: { ranges: readonly LogRange[]; type: string; collection: string | undefined },
): Promise<ObjectId[]> {
  const ids = new Map<string, ObjectId>();
  const add = (id: ObjectId) => ids.set(id.toHexString(), id);
  const imports: number[] = [];
  for (const range of ranges) {
    const filter = rangeFilter(range, type);
    if (filter === undefined) continue;
    const entries = await find<Entry>(changeIndexes.collection, { filter, projection: { kind: 1, number: 1, id: 1 } });
    for (const { kind, number, id } of entries) {
      if (kind === 'import') imports.push(number);
      else if (id) add(id);
    }
    const many = entries.filter(({ kind }) => kind === 'merge' || kind === 'bulk').map(({ number }) => number);
    for (const id of await idsOfMany(find, range.branchId, many)) add(id);
  }
  if (imports.length > 0 && collection !== undefined) {
    const query = { filter: { change: { $in: imports } }, projection: { _id: 1 } };
    for (const { _id } of await find<{ _id: ObjectId }>(collection, query)) add(_id);
  }
  return [...ids.values()];
}

/** The records that merges, reverts and changes of types changed, by the numbers of their entries. */
export async function idsOfMany(find: Finder, branchId: string, numbers: readonly number[]): Promise<ObjectId[]> {
  if (numbers.length === 0) return [];
  const filter = { branchId, number: { $in: numbers } };
  const ids = { filter, projection: { id: 1 } };
  const merged = await find<{ id: ObjectId }>(mergedChangeIndexes.collection, ids);
  const earlier = { filter, projection: { 'before._id': 1 } };
  const converted = await find<{ before: { _id: ObjectId } }>(earlierValueIndexes.collection, earlier);
  return [...merged.map(({ id }) => id), ...converted.map(({ before }) => before._id)];
}
