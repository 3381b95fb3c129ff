import type { Branch } from '../database/branches.ts';
import { refuseReadOnly } from './change-definition.ts';
import { commitChange } from '../changes/commit-change.ts';
import { definitionOf, type Definition } from './definitions.ts';
import { definitionTypes, type DefinitionKind } from '../collections/hidden-types.ts';
import { findInSession } from '../database/finder.ts';
import { readPastChanges } from '../history/past-changes.ts';
import { rowOf, type RecordDocument } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import { objectIdOf, recordNotFound } from '../records/write-record.ts';

/**
 * Restores a definition that was deleted on the branch, with its id, so that references to it work again. Has no effect
 * if it exists, because two people may undo the same deletion.
 * @throws Problem `not_found` if it never existed, and `read_only` for a definition of an app.
 */
export async function restoreDefinition(
  store: Store,
  branch: Branch,
  kind: DefinitionKind,
  id: string,
  by: string,
): Promise<Definition> {
  const type = definitionTypes[kind];
  const _id = objectIdOf(type, id);
  let restored: RecordDocument | undefined;
  await commitChange(store, branch, { type: type.name, by }, async ({ records, session, number, at }) => {
    restored = (await records.findOne({ _id }, { session })) ?? undefined;
    if (restored !== undefined) return null;
    const find = findInSession(store, branch.workspaceId, session);
    const [deletion] = await readPastChanges(find, branch.id, { type: type.name, id: _id });
    if (deletion?.kind !== 'delete' || !deletion.before) throw recordNotFound(type, id);
    const deleted = deletion.before;
    refuseReadOnly(definitionOf(kind, rowOf(type, deleted)));
    // A new revision, so that a client with an old revision cannot overwrite this one.
    restored = { ...deleted, revision: deleted.revision + 1, change: number, updatedAt: at, updatedBy: by };
    await records.insertOne(restored, { session });
    return { kind: 'create', id: _id, before: null, after: restored, parents: [deletion.number] };
  });
  return definitionOf(kind, rowOf(type, restored!));
}
