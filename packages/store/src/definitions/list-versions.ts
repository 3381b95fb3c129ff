import type { Branch } from '../database/branches.ts';
import { changes } from '../changes/change-log.ts';
import { definitionTypes, type DefinitionKind } from '../collections/hidden-types.ts';
import { rowOf } from '../collections/record-document.ts';
import { objectIdOf } from '../records/write-record.ts';
import type { Store } from '../database/store.ts';
import { definitionOf, type Definition } from './definitions.ts';

/** The versions of a definition on its branch, newest first: one for each time that it was saved. */
export async function listVersions(
  store: Store,
  branch: Branch,
  kind: DefinitionKind,
  { id, limit }: { id: string; limit: number },
): Promise<Definition[]> {
  const type = definitionTypes[kind];
  const entries = await changes(store, branch.workspaceId)
    .find({ branchId: branch.id, type: type.name, id: objectIdOf(type, id), after: { $ne: null } })
    .sort({ number: -1 })
    .limit(limit)
    .toArray();
  return entries.flatMap((entry) =>
    entry.kind === 'import' || entry.kind === 'bulk' || entry.after === null
      ? []
      : [definitionOf(kind, rowOf(type, entry.after))],
  );
}
