import { openRunStatuses } from '@tallyhook/schemas/run-statuses';
import type { Store } from '../database/store.ts';
import { runIndexes } from './runs.ts';

/**
 * Those of a connector's versions that runs of a workspace still need: open ones, and those that go on once a person has
 * decided.
 */
export async function versionsInUse(
  store: Store,
  { workspaceId, connector }: { workspaceId: string; connector: string },
  versions: readonly string[],
): Promise<ReadonlySet<string>> {
  const name = `connectors.${connector}`;
  // Most runs have ended: only the indexes of the others are read.
  const read = (needed: object, hint: string) => {
    const match = { ...needed, workspaceId, [name]: { $in: [...versions] } };
    const pipeline = [{ $match: match }, { $group: { _id: `$${name}` } }];
    return store.system.collection(runIndexes.collection).aggregate<{ _id: string }>(pipeline, { hint }).toArray();
  };
  const [open, undecided] = await Promise.all([
    read({ status: { $in: openRunStatuses } }, 'open'),
    read({ isUndecided: true }, 'undecided'),
  ]);
  return new Set([...open, ...undecided].map(({ _id }) => _id));
}
