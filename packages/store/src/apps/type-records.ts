import { createHash } from 'node:crypto';
import { Problem, type RecordType } from '@tallyhook/schemas';
import { ObjectId, type ClientSession } from 'mongodb';
import { nextChangeNumber } from '../changes/change-log.ts';
import { joinChange, type ChangeWork } from '../changes/commit-change.ts';
import { findCollection, makeCollection } from '../collections/collections.ts';
import { typeDefinitions } from '../collections/hidden-types.ts';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { insertIn, patchIn, removeIn } from '../records/write-record.ts';

/** The id of the record that holds the definition of a type. It is the same on every branch, so that types merge. */
export function typeRecordId(name: string): ObjectId {
  return new ObjectId(createHash('sha256').update(`type/${name}`).digest('hex').slice(0, 24));
}

/** The type that a record defines. */
export function typeInRecord({ definition }: RecordDocument): RecordType {
  return JSON.parse(String(definition)) as RecordType;
}

/** Creates the collection that `putTypeRecords` writes to; its transaction cannot create it. */
export async function prepareTypeRecords(store: Store, branch: Branch): Promise<void> {
  if (await findCollection(store, branch, typeDefinitions.name)) return;
  await makeCollection(store, branch, typeDefinitions.name);
}

/** The version of a type that somebody saw before they changed it. */
export interface SeenType {
  name: string;
  /** The revision of the record that holds its definition; 0 if there is none yet. */
  revision: number;
}

/** Reads the record that holds the definition of a type; null before the first change of any type. */
export async function findTypeRecord(
  store: Store,
  branch: Branch,
  name: string,
  session?: ClientSession,
): Promise<RecordDocument | null> {
  const entry = await findCollection(store, branch, typeDefinitions.name, session);
  if (!entry) return null;
  return recordsIn(store, branch.workspaceId, entry.collection).findOne({ _id: typeRecordId(name) }, { session });
}

/**
 * Refuses a change of a type that somebody else has changed since.
 * @throws Problem `revision_conflict` with the current revision.
 */
export async function requireSeenType(
  store: Store,
  branch: Branch,
  { name, revision: seen }: SeenType,
  session?: ClientSession,
): Promise<void> {
  const { revision } = (await findTypeRecord(store, branch, name, session)) ?? { revision: 0 };
  if (revision === seen) return;
  const detail = `The change was made to revision ${seen} of the type "${name}", but it is at revision ${revision}: read it again and repeat the change.`;
  throw new Problem('revision_conflict', detail, { members: { revision } });
}

/** Makes the records of the types equal to the types, in the transaction that changes them. */
export async function putTypeRecords(
  store: Store,
  branch: Branch,
  { types, by }: { types: readonly RecordType[]; by: string },
  session: ClientSession,
): Promise<void> {
  const { collection } = (await findCollection(store, branch, typeDefinitions.name, session))!;
  const present = await recordsIn(store, branch.workspaceId, collection).find({}, { session }).toArray();
  const known = new Map(present.map((record) => [record._id.toHexString(), record]));
  const writing = { type: typeDefinitions, by };
  const change = async (work: ChangeWork) => {
    const number = await nextChangeNumber(store, branch.workspaceId);
    await joinChange(store, branch, { type: typeDefinitions.name, by, number }, { session, work });
  };
  for (const type of types) {
    const _id = typeRecordId(type.name);
    const id = _id.toHexString();
    const values = { name: type.name, definition: JSON.stringify(type) };
    const record = known.get(id);
    known.delete(id);
    if (record === undefined) await change((context) => insertIn(context, writing, { id: _id, values }));
    else if (record.definition !== values.definition) {
      const patch = { id, change: () => ({ values, emptied: [] }) };
      await change(async (context) => (await patchIn(context, writing, patch)).changed);
    }
  }
  for (const id of known.keys()) await change((context) => removeIn(context, writing, { id }));
}
