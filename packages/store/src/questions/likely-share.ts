import type { CollectionFacts } from '@tallyhook/query';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/** Fewer records are scanned as quickly as they are looked up. */
const leastRecords = 10_000;
const sampleSize = 300;

/**
 * What part of many records a filter that asks for one value of a field is likely to keep, guessed from some of them: a
 * value counts as much as it is met. 1 where the records are few, because then nothing is gained by an index.
 */
export async function likelyShare(
  store: Store,
  { workspaceId }: Branch,
  { collection, approximateCount }: CollectionFacts,
  field: string,
): Promise<number> {
  if (collection === null || approximateCount < leastRecords) return 1;
  const found = await store
    .workspaceDb(workspaceId)
    .collection(collection)
    .aggregate([{ $sample: { size: sampleSize } }, { $project: { _id: 0, [field]: 1 } }])
    .toArray();
  const counts = new Map<string, number>();
  for (const record of found) counts.set(String(record[field]), (counts.get(String(record[field])) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count / found.length) ** 2, 0);
}
