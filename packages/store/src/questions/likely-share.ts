import type { CollectionFacts } from '@tallyhook/query';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/** Below this, a scan is as fast as an index lookup. */
const minRecords = 10_000;
const sampleSize = 300;

/**
 * Estimates from a sample which share of the records a filter for one value of a field keeps; frequent values weigh
 * more. Returns 1 for few records, where an index gains nothing.
 */
export async function likelyShare(
  store: Store,
  { workspaceId }: Branch,
  { collection, approximateCount }: CollectionFacts,
  field: string,
): Promise<number> {
  if (collection === null || approximateCount < minRecords) return 1;
  const found = await store
    .workspaceDb(workspaceId)
    .collection(collection)
    .aggregate([{ $sample: { size: sampleSize } }, { $project: { _id: 0, [field]: 1 } }])
    .toArray();
  const counts = new Map<string, number>();
  for (const record of found) counts.set(String(record[field]), (counts.get(String(record[field])) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count / found.length) ** 2, 0);
}
