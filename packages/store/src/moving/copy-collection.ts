import { Problem } from '@tallyhook/schemas';
import { recordsIn } from '../collections/record-document.ts';
import { atSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';

/**
 * Copies a collection as it was at a moment into an empty one that was made before that moment, on the server. The copy
 * has no indexes yet: they are made once all is in it, by `copyIndexes`. It is a `$merge` and no `$out`: the renaming at
 * the end of that wants the whole database for itself, and as long as one transaction is open anywhere in it, all others
 * would wait.
 */
export async function copyCollection(snapshot: Snapshot, from: string, to: string): Promise<void> {
  const merge = { $merge: { into: to, on: '_id', whenMatched: 'fail', whenNotMatched: 'insert' } };
  const command = { aggregate: from, pipeline: [merge], cursor: {} };
  await snapshot.db.command({ ...atSnapshot(snapshot, command), writeConcern: { w: 1 } });
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

/**
 * Makes sure that a collection has all that was put into it. That was done without waiting for a majority: where the
 * database changed its primary, a part can be gone. Throws Problem `unavailable`.
 */
export async function checkCount(store: Store, workspaceId: string, name: string, expected: number): Promise<void> {
  const count = await recordsIn(store, workspaceId, name).countDocuments({}, { hint: '_id_' });
  if (count === expected) return;
  throw new Problem('unavailable', 'The database changed its primary during the work and lost a part: start it again.');
}
