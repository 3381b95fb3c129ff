import { MongoServerError, type Document } from 'mongodb';
import type { Store } from '../database/store.ts';

/** An index of one collection. */
export interface CollectionIndex {
  name: string;
  key: Record<string, string | number>;
  /** Whether the database can use it yet: one that is being built it lists as well. */
  isReady: boolean;
  /** Whether it has every record and orders them as questions compare: what an operator added may have a part. */
  isWhole: boolean;
}

const namespaceNotFound = 26;
/** Options of an index that leave records out, compare texts otherwise, or keep it from being used. */
const partial = ['sparse', 'partialFilterExpression', 'collation', 'hidden'];

/** The indexes of a collection; none where the collection is not there. */
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
