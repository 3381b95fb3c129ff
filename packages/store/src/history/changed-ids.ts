import type { ObjectId } from 'mongodb';
import { changeIndexes, type ChangeDocument } from '../changes/change-log.ts';
import { earlierValueIndexes } from '../changes/earlier-values.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import type { Finder } from '../database/finder.ts';
import { rangeFilter, type LogRange } from './states.ts';

/** An entry of the change log: of one record, or of many. */
export type Entry = Pick<ChangeDocument, 'kind' | 'number' | 'branchId'> & { id?: ObjectId; count?: number };

/** The entries about a type in a range. */
export async function entriesIn(find: Finder, range: LogRange, type: string): Promise<Entry[]> {
  const filter = rangeFilter(range, type);
  const projection = { ...{ branchId: 1, kind: 1, number: 1 }, ...{ id: 1, count: 1 } };
  return filter === undefined ? [] : find<Entry>(changeIndexes.collection, { filter, projection });
}

/**
 * The ids of the records of a type that changed in the ranges. `collection` holds the records now, at the moment of
 * `find`: those that an import created and nobody changed carry the number of the import.
 */
export async function changedIds(
  find: Finder,
  { ranges, type, collection }: { ranges: readonly LogRange[]; type: string; collection: string | undefined },
): Promise<ObjectId[]> {
  const entries: Entry[] = [];
  for (const range of ranges) entries.push(...(await entriesIn(find, range, type)));
  return idsOfEntries(find, entries, collection);
}

/** The ids of the records that entries are about, each once; `collection` as above. */
export async function idsOfEntries(
  find: Finder,
  entries: readonly Entry[],
  collection: string | undefined,
): Promise<ObjectId[]> {
  const ids = new Map<string, ObjectId>();
  const add = (id: ObjectId) => ids.set(id.toHexString(), id);
  for (const { kind, id } of entries) if (kind !== 'import' && id) add(id);
  const many = entries.filter(({ kind }) => kind === 'merge' || kind === 'bulk');
  for (const [branchId, some] of Map.groupBy(many, (entry) => entry.branchId)) {
    const numbers = some.map(({ number }) => number);
    for (const id of await idsOfMany(find, branchId, numbers)) add(id);
  }
  const imports = entries.filter(({ kind }) => kind === 'import').map(({ number }) => number);
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
