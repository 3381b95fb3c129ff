import { branchIndexes } from '../database/branches.ts';
import { changeIndexes } from '../changes/change-log.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import { commitIndexes } from '../commits/commits.ts';
import { collectionMapIndexes } from '../collections/collections.ts';
import { earlierValueIndexes } from '../changes/earlier-values.ts';
import { chunkIndexes } from '../files/gridfs.ts';
import { lineageIndexes } from '../history/lineages.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { unfinishedIndexes } from '../database/unfinished.ts';

/** The indexes of a workspace's database, one line per collection. Each is declared in the file of its collection. */
const workspaceIndexes: readonly CollectionIndexes[] = [
  branchIndexes,
  chunkIndexes,
  changeIndexes,
  mergedChangeIndexes,
  commitIndexes,
  lineageIndexes,
  earlierValueIndexes,
  collectionMapIndexes,
  unfinishedIndexes,
];

/** Creates the missing indexes of a workspace's database. */
export async function ensureWorkspaceIndexes(store: Store, workspaceId: string): Promise<void> {
  for (const { collection, indexes } of workspaceIndexes) {
    await store
      .workspaceDb(workspaceId)
      .collection(collection)
      .createIndexes([...indexes]);
  }
}
