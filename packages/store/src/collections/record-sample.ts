import type { CollectionFacts, ReadDocument } from '@tallyhook/query';
import { MongoServerError, type Collection } from 'mongodb';
import { isKilledRead } from '../database/killed-read.ts';
import { fromDriver } from '../database/read-values.ts';
import type { Store } from '../database/store.ts';

/** Below this, a scan is as fast as an index lookup. */
const minRecords = 10_000;
const sampleSize = 300;
const sampleAgeMs = 60_000;
const maxSamples = 1_000;

/** With more distinct values, they are not listed: grouping by each of them is unusual. */
const maxValues = 400;
/** Listing takes one index step per value. If it takes longer, the index cannot be walked that way. */
const listLimitMs = 100;
const maxTimeExpired = 50;

/** What is known about the records' values without reading all records. */
export type RecordSample = Required<Pick<CollectionFacts, 'sample' | 'values'>>;

interface KeptSample {
  rows: Promise<RecordSample>;
  readAt: number;
}

/** Samples by the names of the collection and the fields. */
const samples = new WeakMap<Store, Map<string, KeptSample>>();

/**
 * A sample of values of indexed fields, and the distinct values of fields that an index starts with. Only for
 * collections with such fields and enough records; cached for a minute.
 */
export async function sampleOf(
  store: Store,
  collection: Collection,
  { indexes, approximateCount }: Pick<CollectionFacts, 'indexes' | 'approximateCount'>,
): Promise<RecordSample | undefined> {
  const fields = [...new Set(indexes.flatMap(({ key }) => Object.keys(key)))].filter((name) => name !== '_id').sort();
  if (fields.length === 0 || approximateCount < minRecords) return undefined;
  const kept = samples.get(store) ?? new Map<string, KeptSample>();
  samples.set(store, kept);
  const name = [collection.collectionName, ...fields].join();
  const found = kept.get(name);
  if (found && performance.now() - found.readAt < sampleAgeMs) return found.rows;
  if (kept.size >= maxSamples) kept.clear();
  const rows = readSample(collection, { fields, indexes });
  kept.set(name, { rows, readAt: performance.now() });
  rows.catch(() => kept.delete(name));
  return rows;
}

async function readSample(
  collection: Collection,
  { fields, indexes }: { fields: readonly string[]; indexes: CollectionFacts['indexes'] },
): Promise<RecordSample> {
  const project = Object.fromEntries([['_id', 0], ...fields.map((name) => [name, 1])]) as ReadDocument;
  const found = await collection.aggregate([{ $sample: { size: sampleSize } }, { $project: project }]).toArray();
  const sample = fromDriver(found) as ReadDocument[];
  // Multikey and hashed indexes cannot be walked from value to value.
  const first = indexes
    .flatMap(({ key }) => Object.entries(key).slice(0, 1))
    .filter(([, order]) => Math.abs(Number(order)) === 1);
  const walkable = [...new Set(first.map(([name]) => name))].filter(
    (name) => name !== '_id' && !sample.some((record) => Array.isArray(record[name])),
  );
  const values = await Promise.all(walkable.map(async (name) => [name, await listValues(collection, name)] as const));
  return {
    sample,
    values: Object.fromEntries(values.filter(([, listed]) => listed !== undefined)) as RecordSample['values'],
  };
}

/** The distinct values of a field; undefined if there are many, or if its index was just dropped. */
async function listValues(collection: Collection, name: string): Promise<unknown[] | undefined> {
  const pipeline = [{ $group: { _id: `$${name}` } }, { $limit: maxValues + 1 }];
  try {
    const found = await collection.aggregate(pipeline, { maxTimeMS: listLimitMs }).toArray();
    return found.length > maxValues ? undefined : (fromDriver(found) as ReadDocument[]).map(({ _id }) => _id);
  } catch (error) {
    if (error instanceof MongoServerError && error.code === maxTimeExpired) return undefined;
    if (isKilledRead(error)) return undefined;
    throw error;
  }
}

/** A sample of values of these fields, indexed or not; undefined if there are few records. */
export async function sampleOfFields(
  store: Store,
  workspaceId: string,
  { collection, approximateCount }: Pick<CollectionFacts, 'collection' | 'approximateCount'>,
  fields: readonly string[],
): Promise<ReadDocument[] | undefined> {
  if (collection === null) return undefined;
  // Begins with the id, so that no values are listed.
  const key = Object.fromEntries(['_id', ...fields].map((name) => [name, 1]));
  const options = { indexes: [{ name: 'asked', key }], approximateCount };
  return (await sampleOf(store, store.workspaceDb(workspaceId).collection(collection), options))?.sample;
}
