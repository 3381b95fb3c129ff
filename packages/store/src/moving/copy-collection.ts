import { Problem } from '@tallyhook/schemas';
import { recordsIn } from '../collections/record-document.ts';
import { atSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';

/**
 * Copies a collection at a snapshot into an empty one created before the snapshot, on the server. `copyIndexes` adds
 * the indexes afterwards. Uses `$merge` rather than `$out`: the rename at the end of `$out` locks the whole database,
 * so with one transaction open in it all others would wait.
 */
export async function copyCollection(snapshot: Snapshot, from: string, to: string): Promise<void> {
  const merge = { $merge: { into: to, on: '_id', whenMatched: 'fail', whenNotMatched: 'insert' } };
  const command = { aggregate: from, pipeline: [merge], cursor: {} };
  await snapshot.db.command({ ...atSnapshot(snapshot, command), writeConcern: { w: 1 } });
}

/** Creates the indexes of one collection on another. */
export async function copyIndexes(
  store: Store,
  workspaceId: string,
  from: string,
  to: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  const found = await recordsIn(store, workspaceId, from).indexes();
  const specifications = found
    .filter(({ name = '' }) => name !== '_id_' && isWanted(name))
    .map(({ key, name, unique, sparse, partialFilterExpression }) => ({
      key,
      name,
      ...(unique ? { unique } : {}),
      ...(sparse ? { sparse } : {}),
      ...(partialFilterExpression ? { partialFilterExpression } : {}),
    }));
  if (specifications.length > 0) await recordsIn(store, workspaceId, to).createIndexes(specifications);
}

/**
 * Checks that a collection contains everything written to it. Those writes did not wait for a majority, so some may be
 * lost after a change of primary.
 * @throws Problem `unavailable`.
 */
export async function checkCount(store: Store, workspaceId: string, name: string, expected: number): Promise<void> {
  const count = await recordsIn(store, workspaceId, name).countDocuments({}, { hint: '_id_' });
  if (count === expected) return;
  throw new Problem(
    'unavailable',
    'The database elected a new primary during the work and lost some writes: start it again.',
  );
}
