import type { Document } from 'mongodb';
import { recordsIn } from './record-document.ts';
import { atSnapshot, type Snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/**
 * Copies a collection as it was at a moment to a new name, on the server. The copy has no indexes yet: they are made
 * once all is in it, by `copyIndexes`.
 */
export async function copyCollection(snapshot: Snapshot, from: string, to: string): Promise<void> {
  const pipeline: Document[] = [{ $match: {} }, { $out: to }];
  await snapshot.db.command({
    ...atSnapshot(snapshot, { aggregate: from, pipeline, cursor: {} }),
    writeConcern: { w: 1 },
  });
}

/** Makes the indexes of one collection on another. */
export async function copyIndexes(store: Store, workspaceId: string, from: string, to: string): Promise<void> {
  const found = await recordsIn(store, workspaceId, from).indexes();
  const specifications = found
    .filter(({ name }) => name !== '_id_')
    .map(({ key, name, unique, sparse }) => ({
      key,
      name,
      ...(unique ? { unique } : {}),
      ...(sparse ? { sparse } : {}),
    }));
  if (specifications.length > 0) await recordsIn(store, workspaceId, to).createIndexes(specifications);
}
