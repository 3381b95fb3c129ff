import type { Branch } from '../database/branches.ts';
import { definitionTypes, type DefinitionKind } from '../collections/hidden-types.ts';
import { rowOf } from '../collections/record-document.ts';
import { findInSnapshot } from '../database/finder.ts';
import { openSnapshot } from '../database/snapshot.ts';
import { readPastChanges } from '../history/past-changes.ts';
import { objectIdOf } from '../records/write-record.ts';
import type { Store } from '../database/store.ts';
import { definitionOf, type Definition } from './definitions.ts';

/** The versions of a definition on its branch, newest first: one for each time that it was saved or merged. */
export async function listVersions(
  store: Store,
  branch: Branch,
  kind: DefinitionKind,
  { id, limit }: { id: string; limit: number },
): Promise<Definition[]> {
  const type = definitionTypes[kind];
  const find = findInSnapshot(await openSnapshot(store, branch.workspaceId));
  const past = await readPastChanges(find, branch.id, { type: type.name, id: objectIdOf(type, id) });
  return past.flatMap(({ after }) => (after ? [definitionOf(kind, rowOf(type, after))] : [])).slice(0, limit);
}
