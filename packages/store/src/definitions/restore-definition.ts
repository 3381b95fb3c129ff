import type { ClientSession, ObjectId } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { refuseReadOnly } from './change-definition.ts';
import { changes } from '../changes/change-log.ts';
import { commitChange } from '../changes/commit-change.ts';
import { definitionOf, type Definition } from './definitions.ts';
import { definitionTypes, type DefinitionKind } from '../collections/hidden-types.ts';
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
    const deleted = await lastBefore(store, branch, { type: type.name, id: _id, session });
    if (deleted === undefined) throw recordNotFound(type, id);
    refuseReadOnly(definitionOf(kind, rowOf(type, deleted)));
    // A new revision, so that a client with an old revision cannot overwrite this one.
    restored = { ...deleted, revision: deleted.revision + 1, change: number, updatedAt: at, updatedBy: by };
    await records.insertOne(restored, { session });
    return { kind: 'create', id: _id, before: null, after: restored };
  });
  return definitionOf(kind, rowOf(type, restored!));
}

/** The record at its deletion, from the change log of the branch. */
async function lastBefore(
  store: Store,
  branch: Branch,
  { type, id, session }: { type: string; id: ObjectId; session: ClientSession },
): Promise<RecordDocument | undefined> {
  const [entry] = await changes(store, branch.workspaceId)
    .find({ branchId: branch.id, type, id }, { session })
    .sort({ number: -1 })
    .limit(1)
    .toArray();
  return entry?.kind === 'delete' ? (entry.before ?? undefined) : undefined;
}
