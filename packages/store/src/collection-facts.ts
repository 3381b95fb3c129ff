import type { BranchFacts, CollectionFacts } from '@tallyhook/schemas';
import { MongoServerError } from 'mongodb';
import type { Branch } from './branches.ts';
import { collectionMap, type CollectionEntry } from './collections.ts';
import type { Store } from './store.ts';
import { counters } from './write-counter.ts';

const namespaceNotFound = 26;

/** What is known about the collections of a branch, for planning reads: their names, indexes and sizes. */
export async function collectionFacts(store: Store, branch: Branch): Promise<BranchFacts> {
  const [entries, sizes] = await Promise.all([
    collectionMap(store, branch.workspaceId).find({ branchId: branch.id }).toArray(),
    recordCounts(store, branch),
  ]);
  const byType = new Map(entries.map((entry) => [entry.type, entry]));
  const facts = branch.types.map(async ({ name }): Promise<[string, CollectionFacts]> => {
    const entry = byType.get(name);
    if (!entry) return [name, { collection: null, indexes: [], approximateCount: 0 }];
    const indexes = await indexesOf(store, branch, entry);
    return [name, { collection: entry.collection, indexes, approximateCount: sizes.get(name) ?? 0 }];
  });
  return Object.fromEntries(await Promise.all(facts));
}

async function indexesOf(
  store: Store,
  { workspaceId }: Branch,
  { collection }: CollectionEntry,
): Promise<CollectionFacts['indexes']> {
  try {
    const found = await store.workspaceDb(workspaceId).collection(collection).indexes();
    return found.map(({ name, key }) => ({ name: name!, key }));
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceNotFound) return [];
    throw error;
  }
}

/** How many records each type has. The ids of the counters begin with the branch and the type. */
async function recordCounts(store: Store, { workspaceId, id }: Branch): Promise<Map<string, number>> {
  const all = await counters(store, workspaceId)
    .find({ _id: { $gt: `${id}/`, $lt: `${id}0` } }, { projection: { records: 1 } })
    .toArray();
  const counts = new Map<string, number>();
  for (const { _id, records } of all) {
    const type = _id.split('/')[1]!;
    counts.set(type, (counts.get(type) ?? 0) + records);
  }
  return counts;
}
