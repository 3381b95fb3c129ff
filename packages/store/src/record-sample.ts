import type { CollectionFacts, ReadDocument } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { fromDriver } from './read-values.ts';
import type { Store } from './store.ts';

/** Fewer records are scanned as quickly as they are looked up. */
const leastRecords = 10_000;
const sampleSize = 300;
const sampleAgeMs = 60_000;
const mostSamples = 1_000;

interface KeptSample {
  rows: Promise<ReadDocument[]>;
  /** The names of the fields that were read. */
  fields: string;
  readAt: number;
}

const samples = new WeakMap<Store, Map<string, KeptSample>>();

/** What some records have in indexed fields, of a collection with such fields and enough records; kept for a minute. */
export async function sampleOf(
  store: Store,
  collection: Collection,
  { indexes, approximateCount }: Pick<CollectionFacts, 'indexes' | 'approximateCount'>,
): Promise<ReadDocument[] | undefined> {
  const fields = [...new Set(indexes.flatMap(({ key }) => Object.keys(key)))].filter((name) => name !== '_id').sort();
  if (fields.length === 0 || approximateCount < leastRecords) return undefined;
  const kept = samples.get(store) ?? new Map<string, KeptSample>();
  samples.set(store, kept);
  const { collectionName: name } = collection;
  const found = kept.get(name);
  if (found?.fields === fields.join() && performance.now() - found.readAt < sampleAgeMs) return found.rows;
  if (kept.size >= mostSamples) kept.clear();
  const rows = readSample(collection, fields);
  kept.set(name, { rows, fields: fields.join(), readAt: performance.now() });
  rows.catch(() => kept.delete(name));
  return rows;
}

async function readSample(collection: Collection, fields: readonly string[]): Promise<ReadDocument[]> {
  const project = Object.fromEntries([['_id', 0], ...fields.map((name) => [name, 1])]) as ReadDocument;
  return fromDriver(await collection.aggregate([{ $sample: { size: sampleSize } }, { $project: project }]).toArray());
}
