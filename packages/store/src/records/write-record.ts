import { isDeepStrictEqual } from 'node:util';
import { Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import { BSON, ObjectId, type ClientSession } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { commitChange, type ChangeContext, type ChangedRecord } from '../changes/commit-change.ts';
import { checkFields, defaultsOf, missingFields, type CheckedFields } from './field-values.ts';
import { rowOf, type RecordDocument, type RecordRow } from '../collections/record-document.ts';
import { missingReferences } from './references.ts';
import type { Store } from '../database/store.ts';
import { refuseEarlierType } from '../collections/type-mark.ts';
import { withUniqueValues } from '../collections/unique-indexes.ts';

/** The maximum size of a record in the database. */
export const recordLimitBytes = 1024 * 1024;

interface Writing {
  type: RecordType;
  by: string;
}

interface WritingWith extends Writing {
  /** Further writes in the same transaction as the change; may run more than once. */
  alongside?: (session: ClientSession, row: RecordRow, change: number) => Promise<void>;
}

/** Checked fields: their new values, and those that become empty. */
export type FieldChange = Pick<CheckedFields, 'values' | 'emptied'>;

/**
 * Creates a record of any type, including hidden ones.
 * @throws Problem `invalid_record` with every mistake.
 */
export async function insertRecord(
  store: Store,
  branch: Branch,
  { type, by, alongside }: WritingWith,
  { id = new ObjectId(), fields: given }: { id?: ObjectId; fields: Record<string, unknown> },
): Promise<RecordRow> {
  const { values, ...checked } = await checkAll(store, branch, type, { ...defaultsOf(type), ...given });
  refuse(type, [...checked.mistakes, ...missingUnlessWrong(type, values, checked)]);
  let after: RecordDocument | undefined;
  const write = () =>
    commitChange(store, branch, { type: type.name, by }, async (context) => {
      const made = await insertIn(context, { type, by }, { id, values });
      after = made.after;
      await alongside?.(context.session, rowOf(type, after), context.number);
      return made;
    });
  await withUniqueValues(type, write);
  return rowOf(type, after!);
}

/** Creates a record inside a transaction, with checked values. */
export async function insertIn(
  { records, entry, session, number, at }: ChangeContext,
  { type, by }: Writing,
  { id, values }: { id: ObjectId; values: CheckedFields['values'] },
): Promise<ChangedRecord & { after: RecordDocument }> {
  refuseEarlierType(entry, type);
  const after: RecordDocument = {
    _id: id,
    revision: 1,
    change: number,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
    ...values,
  };
  checkSize(type, after);
  await records.insertOne(after, { session });
  return { kind: 'create', id, before: null, after };
}

/**
 * Changes the given fields of a record, only at `revision` if given; a field given as null becomes empty. Without an
 * effective change, nothing is written.
 * @throws Problem `not_found`, `revision_conflict` or `invalid_record`.
 */
export async function patchRecord(
  store: Store,
  branch: Branch,
  { type, by, alongside }: WritingWith,
  { id, revision, fields }: { id: string; revision?: number | undefined; fields: Record<string, unknown> },
): Promise<RecordRow> {
  const { values, emptied, mistakes } = await checkAll(store, branch, type, fields);
  const emptyOnes = type.fields.filter(({ name, required }) => required && emptied.includes(name));
  refuse(type, [...mistakes, ...missingFields({ ...type, fields: emptyOnes }, {})]);
  let row: RecordRow | undefined;
  const write = () =>
    commitChange(store, branch, { type: type.name, by }, async (context) => {
      const made = await patchIn(context, { type, by }, { id, revision, change: () => ({ values, emptied }) });
      row = made.row;
      await alongside?.(context.session, row, context.number);
      return made.changed;
    });
  await withUniqueValues(type, write);
  return row!;
}

/** Changes a record inside a transaction; the change may depend on its current state. */
export async function patchIn(
  context: ChangeContext,
  { type, by }: Writing,
  { id, revision, change }: { id: string; revision?: number; change: (before: RecordRow) => FieldChange },
): Promise<{ changed: ChangedRecord | null; row: RecordRow }> {
  refuseEarlierType(context.entry, type);
  const before = await readForChange(type, id, context, revision);
  const after = patched(before, change(rowOf(type, before)));
  if (isDeepStrictEqual(before, after)) return { changed: null, row: rowOf(type, after) };
  Object.assign(after, {
    revision: before.revision + 1,
    change: context.number,
    updatedAt: context.at,
    updatedBy: by,
  });
  checkSize(type, after);
  await context.records.replaceOne({ _id: before._id }, after, { session: context.session });
  return { changed: { kind: 'update', id: before._id, before, after }, row: rowOf(type, after) };
}

/**
 * Deletes a record; relations that point to it keep its id.
 * @throws Problem `not_found` or `revision_conflict`.
 */
export async function removeRecord(
  store: Store,
  branch: Branch,
  { type, by, alongside }: WritingWith,
  { id, revision }: { id: string; revision?: number },
): Promise<void> {
  await commitChange(store, branch, { type: type.name, by }, async (context) => {
    const removed = await removeIn(context, { type, by }, { id, revision });
    await alongside?.(context.session, rowOf(type, removed.before!), context.number);
    return removed;
  });
}

/** Deletes a record inside a transaction. */
export async function removeIn(
  context: ChangeContext,
  { type }: Writing,
  { id, revision }: { id: string; revision?: number },
): Promise<ChangedRecord> {
  const before = await readForChange(type, id, context, revision);
  await context.records.deleteOne({ _id: before._id }, { session: context.session });
  return { kind: 'delete', id: before._id, before, after: null };
}

/** The Problem for an id that no record of the type has. */
export function recordNotFound(type: RecordType, id: string): Problem {
  return new Problem('not_found', `There is no record "${id.slice(0, 100)}" of type "${type.name}" on this branch.`);
}

/**
 * Converts an id for the database.
 * @throws Problem `not_found` for an invalid id.
 */
export function objectIdOf(type: RecordType, id: string): ObjectId {
  if (typeof id !== 'string' || !/^[0-9a-f]{24}$/i.test(id)) throw recordNotFound(type, String(id));
  return new ObjectId(id);
}

async function checkAll(
  store: Store,
  branch: Branch,
  type: RecordType,
  fields: Record<string, unknown>,
): Promise<CheckedFields> {
  const checked = checkFields(type, fields);
  const missing = await missingReferences(store, branch, checked.references);
  return { ...checked, mistakes: [...checked.mistakes, ...missing] };
}

/** Required fields that are missing; a field given with a wrong value is already a mistake. */
function missingUnlessWrong(
  type: RecordType,
  values: Record<string, unknown>,
  { mistakes }: Pick<CheckedFields, 'mistakes'>,
): ProblemDetail[] {
  const wrong = mistakes.map(({ pointer }) => pointer?.split('/')[2]);
  return missingFields(type, values).filter(({ pointer }) => !wrong.includes(pointer?.split('/')[2]));
}

function refuse(type: RecordType, mistakes: ProblemDetail[]): void {
  if (mistakes.length === 0) return;
  const many = mistakes.length === 1 ? 'One field does' : `${mistakes.length} fields do`;
  throw new Problem('invalid_record', `${many} not fit the type "${type.name}": ${mistakes[0]!.detail}`, {
    errors: mistakes,
  });
}

async function readForChange(
  type: RecordType,
  id: string,
  { records, session }: ChangeContext,
  revision: number | undefined,
): Promise<RecordDocument> {
  const found = await records.findOne({ _id: objectIdOf(type, id) }, { session });
  if (!found) throw recordNotFound(type, id);
  if (revision === undefined || found.revision === revision) return found;
  throw new Problem(
    'revision_conflict',
    `The change was made to revision ${revision}, but the record is at revision ${found.revision}: read it again and repeat the change.`,
    { members: { revision: found.revision } },
  );
}

function patched(before: RecordDocument, { values, emptied }: FieldChange): RecordDocument {
  const after: RecordDocument = { ...before, ...values };
  for (const name of emptied) delete after[name];
  return after;
}

function checkSize(type: RecordType, document: RecordDocument): void {
  const mistake = sizeMistake(document);
  if (mistake) refuse(type, [mistake]);
}

/** What is wrong with a record that is too large. */
export function sizeMistake(document: RecordDocument): ProblemDetail | undefined {
  const sizeBytes = BSON.calculateObjectSize(document);
  if (sizeBytes <= recordLimitBytes) return undefined;
  const detail = `The record would be ${sizeBytes} bytes, but the limit is ${recordLimitBytes} bytes (1 MiB): put long content into a file.`;
  return { pointer: '#/fields', code: 'too_large', detail };
}

/** The next version of a record, or the first one of a new record. */
export function changedRecord({
  id,
  before,
  change,
  by,
  at,
  number,
}: {
  id: ObjectId;
  before: RecordDocument | null;
  change: FieldChange;
  by: string;
  at: Date;
  number: number;
}): RecordDocument {
  const first = { _id: id, revision: 0, change: number, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
  const after = patched(before ?? first, change);
  return Object.assign(after, { revision: after.revision + 1, change: number, updatedAt: at, updatedBy: by });
}
