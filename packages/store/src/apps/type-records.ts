import { createHash } from 'node:crypto';
import type { RecordType } from '@tallyhook/schemas';
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
