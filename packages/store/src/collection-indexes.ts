import { MongoServerError, type Document } from 'mongodb';
import type { Store } from './store.ts';

/** An index of one collection. */
export interface CollectionIndex {
  name: string;
  key: Record<string, string | number>;
  /** Whether the database can use it yet: one that is being built it lists as well. */
  isReady: boolean;
}

const namespaceNotFound = 26;

/** The indexes of a collection; none where the collection is not there. */
export async function readIndexes(store: Store, workspaceId: string, collection: string): Promise<CollectionIndex[]> {
  try {
    const list = { listIndexes: collection, includeBuildUUIDs: true, cursor: { batchSize: 1000 } };
    const { cursor } = (await store.workspaceDb(workspaceId).command(list)) as { cursor: { firstBatch: Document[] } };
    return cursor.firstBatch.map((found) => {
      const { name, key } = (found.buildUUID ? found.spec : found) as Pick<CollectionIndex, 'name' | 'key'>;
      return { name, key, isReady: found.buildUUID === undefined };
    });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceNotFound) return [];
    throw error;
  }
}
