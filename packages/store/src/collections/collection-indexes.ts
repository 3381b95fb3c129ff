import { MongoServerError, type Document } from 'mongodb';
import type { Store } from '../database/store.ts';

/** An index of one collection. */
export interface CollectionIndex {
  name: string;
  key: Record<string, string | number>;
  /** Whether the database can use it; indexes still being built are listed too. */
  isReady: boolean;
  /** Whether it contains every record in the order questions compare. An index added by an operator may be partial. */
  isWhole: boolean;
}

const namespaceNotFound = 26;
/** Index options that leave out records, compare texts differently, or hide the index. */
const partial = ['sparse', 'partialFilterExpression', 'collation', 'hidden'];

/** Lists the indexes of a collection; empty if the collection does not exist. */
export async function readIndexes(store: Store, workspaceId: string, collection: string): Promise<CollectionIndex[]> {
  try {
    const list = { listIndexes: collection, includeBuildUUIDs: true, cursor: { batchSize: 1000 } };
    const { cursor } = (await store.workspaceDb(workspaceId).command(list)) as { cursor: { firstBatch: Document[] } };
    return cursor.firstBatch.map((found) => {
      const spec = (found.buildUUID ? found.spec : found) as Pick<CollectionIndex, 'name' | 'key'>;
      const isWhole = !partial.some((option) => option in spec);
      return { name: spec.name, key: spec.key, isReady: found.buildUUID === undefined, isWhole };
    });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceNotFound) return [];
    throw error;
  }
}
