import { isDeepStrictEqual } from 'node:util';
import { Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import { ObjectId, type AnyBulkWriteOperation } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { addSigns } from '../collections/add-signs.ts';
import { createSignCollector } from '../collections/number-signs.ts';
import { typeOf } from '../collections/hidden-types.ts';
import { refuseEarlierType } from '../collections/type-mark.ts';
import { withUniqueValues } from '../collections/unique-indexes.ts';
import { rowOf, type RecordDocument, type RecordRow } from '../collections/record-document.ts';
import { lastDeleted, type DeletedRecord } from '../history/last-deleted.ts';
import { logRecords } from '../changes/log-records.ts';
import { withChangeNumber } from '../changes/change-log.ts';
import { withCollection, type ChangedRecord } from '../changes/commit-change.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';
import { checkFields, defaultsOf, missingFields } from './field-values.ts';
import { missingReferences } from './references.ts';
import { releasedValues, repeatedValues } from './unique-values.ts';
import { changedRecord, sizeMistake, type FieldChange } from './write-record.ts';

/** One change of a batch. A restored record has the values that it had when it was deleted. */
export interface RecordEdit {
  do: 'create' | 'update' | 'delete' | 'restore';
  /** The record; for a new one, the id that it gets. */
  id?: string;
  /** The revision that was edited; required for an update. */
  revision?: number;
  fields?: Record<string, unknown>;
}

export const maxEdits = 1_000;

interface CheckedEdit extends RecordEdit, FieldChange {
  at: number;
  _id: ObjectId;
}

/**
 * Makes all changes of a batch in one transaction, or none. Returns the records in the order of the changes, null for
 * deleted ones.
 * @throws Problem `not_found` for the type; `invalid_record` or `revision_conflict` with the mistakes of all changes,
 * each at its field.
 */
export async function changeRecords(
  store: Store,
  branch: Branch,
  typeName: string,
  edits: readonly RecordEdit[],
  by: string,
): Promise<(RecordRow | null)[]> {
  const type = typeOf(branch, typeName);
  const checked = await checkEdits(store, branch, type, edits);
  let rows: (RecordRow | null)[] = [];
  const commit = (last: number) =>
    withCollection(store, branch, type.name, async ({ records, session, entry }) => {
      refuseEarlierType(entry, type);
      const ids = checked.map(({ _id }) => _id);
      const found = await records.find({ _id: { $in: ids } }, { session }).toArray();
      const deleted = await lastDeleted(store, branch, { type: type.name, ids: restored(checked), session });
      const stamp = { by, at: new Date(), first: last - checked.length + 1 };
      const made = makeAll(type, checked, { found: byId(found), deleted, stamp });
      rows = made.map(({ after }) => after && rowOf(type, after));
      const changed = made.filter(isChanged);
      if (changed.length === 0) return;
      refuse(type, await repeatedValues(records, { type, made }, session));
      await records.bulkWrite(writesOf(type, changed), { session, ordered: true });
      const collector = createSignCollector();
      for (const { after } of changed) if (after) collector.note(after);
      await addSigns(store, branch.workspaceId, entry, { found: collector.found(), session });
      await logRecords(store, branch, { type: type.name, by, at: stamp.at }, { changed, session });
    });
  // Only a record that was written at the same moment can still have the same value.
  const write = () => withChangeNumber(store, branch.workspaceId, commit, checked.length);
  await withProblems(() => withUniqueValues(type, write));
  return rows;
}

interface MadeChange extends ChangedRecord {
  at: number;
  number: number;
}

interface Making {
  found: Map<string, RecordDocument>;
  deleted: Map<string, DeletedRecord>;
  stamp: { by: string; at: Date; first: number };
}

/** Applies the changes to the current records; refuses all of them if one does not fit. */
function makeAll(type: RecordType, edits: readonly CheckedEdit[], { found, deleted, stamp }: Making): MadeChange[] {
  const mistakes: ProblemDetail[] = [];
  const made = edits.map((edit): MadeChange => {
    const id = edit._id.toHexString();
    const before = found.get(id) ?? null;
    const number = stamp.first + edit.at;
    const mistake = mistakeOf(type, edit, before ?? undefined, deleted.get(id)?.before);
    const none = { kind: 'update', id: edit._id, before, after: before, at: edit.at, number } as const;
    if (mistake !== undefined) mistakes.push(mistake);
    if (mistake !== undefined || (edit.do === 'restore' && before)) return none;
    if (edit.do === 'delete') return { ...none, kind: 'delete', after: null };
    const base = edit.do === 'restore' ? deleted.get(id)!.before : before;
    const after = changedRecord({ id: edit._id, before: base, change: edit, by: stamp.by, at: stamp.at, number });
    const tooLarge = sizeMistake(after);
    if (tooLarge) mistakes.push(moved(tooLarge, edit.at));
    if (before && isSame(before, after)) return none;
    const parents = edit.do === 'restore' ? { parents: [deleted.get(id)!.number] } : {};
    return { ...none, kind: before ? 'update' : 'create', after, ...parents };
  });
  refuse(type, mistakes);
  return made;
}

/** Why a change does not fit the record as it is. */
function mistakeOf(
  type: RecordType,
  edit: CheckedEdit,
  now: RecordDocument | undefined,
  deleted: RecordDocument | undefined,
): ProblemDetail | undefined {
  const id = edit._id.toHexString();
  const pointer = `#/changes/${edit.at}`;
  const say = (key: string, code: string, detail: string) => ({ pointer: `${pointer}/${key}`, code, detail });
  if (edit.do === 'create')
    return now && say('id', 'already_exists', `There is a record "${id}" already: leave out the id.`);
  if (edit.do === 'restore') {
    const isKnown = now !== undefined || deleted !== undefined;
    return isKnown ? undefined : say('id', 'not_found', `No deleted record of type "${type.name}" had the id "${id}".`);
  }
  if (!now) return say('id', 'not_found', `There is no record "${id}" of type "${type.name}" on this branch.`);
  if (edit.revision === undefined || edit.revision === now.revision) return undefined;
  const detail = `The change was made to revision ${edit.revision}, but the record is at revision ${now.revision}: read it again and repeat the change.`;
  return say('revision', 'revision_conflict', detail);
}

async function checkEdits(
  store: Store,
  branch: Branch,
  type: RecordType,
  edits: readonly RecordEdit[],
): Promise<CheckedEdit[]> {
  const mistakes: ProblemDetail[] = [];
  const seen = new Set<string>();
  const checks = edits.map((edit, at) => {
    mistakes.push(...shapeMistakes(edit, at, seen));
    const { values, emptied, references, mistakes: wrong } = checkFields(type, givenFields(type, edit));
    const needed =
      edit.do === 'create' ? type : { ...type, fields: type.fields.filter(({ name }) => emptied.includes(name)) };
    const isWrong = new Set(wrong.map(({ pointer }) => pointer?.split('/')[2]));
    const missing = ['create', 'update'].includes(edit.do) ? missingFields(needed, values) : [];
    const stillMissing = missing.filter(({ pointer }) => !isWrong.has(pointer?.split('/')[2]));
    mistakes.push(...[...wrong, ...stillMissing].map((one) => moved(one, at)));
    const named = references.map((one) => ({ ...one, pointer: movedPointer(one.pointer, at) }));
    const _id = edit.id !== undefined && isId(edit.id) ? new ObjectId(edit.id) : new ObjectId();
    return { checked: { ...edit, values, emptied, at, _id }, named };
  });
  const references = checks.flatMap(({ named }) => named);
  refuse(type, [...mistakes, ...(await missingReferences(store, branch, references))]);
  return checks.map(({ checked }) => checked);
}

/** The fields that an edit names; a new record also gets the defaults of the others. */
const givenFields = (type: RecordType, edit: RecordEdit): Record<string, unknown> =>
  edit.do === 'create' ? { ...defaultsOf(type), ...edit.fields } : (edit.fields ?? {});

function shapeMistakes(edit: RecordEdit, at: number, seen: Set<string>): ProblemDetail[] {
  const pointer = `#/changes/${at}`;
  const found: ProblemDetail[] = [];
  const add = (key: string, code: string, detail: string) => found.push({ pointer: `${pointer}/${key}`, code, detail });
  const needsId = edit.do !== 'create';
  if (needsId && edit.id === undefined) add('id', 'missing_key', `"${edit.do}" needs the id of a record.`);
  if (edit.do === 'update' && edit.revision === undefined)
    add('revision', 'missing_key', '"update" needs the revision that you last read.');
  if (['create', 'update'].includes(edit.do) && edit.fields === undefined)
    add('fields', 'missing_key', `"${edit.do}" needs fields.`);
  if (['delete', 'restore'].includes(edit.do) && edit.fields !== undefined)
    add('fields', 'not_allowed', `"${edit.do}" takes no fields: leave them out.`);
  if (edit.id !== undefined && seen.has(edit.id))
    add('id', 'duplicate', 'An earlier change of this batch is about the same record: combine them.');
  if (edit.id !== undefined) seen.add(edit.id);
  return found;
}

function refuse(type: RecordType, mistakes: readonly ProblemDetail[]): void {
  if (mistakes.length === 0) return;
  const isConflict = mistakes.every(({ code }) => ['revision_conflict', 'not_found', 'already_exists'].includes(code));
  const many = mistakes.length === 1 ? 'One place' : `${mistakes.length} places`;
  const detail = isConflict
    ? `Nothing was changed, because ${many.toLowerCase()} changed in the meantime: ${mistakes[0]!.detail}`
    : `Nothing was changed. ${many} did not fit the type "${type.name}": ${mistakes[0]!.detail}`;
  throw new Problem(isConflict ? 'revision_conflict' : 'invalid_record', detail, { errors: mistakes });
}

/** The writes of a batch in an order in which no two records have the same value of a unique field in between. */
function writesOf(type: RecordType, changed: readonly MadeChange[]): AnyBulkWriteOperation<RecordDocument>[] {
  const [deleted, others] = [changed.filter(({ after }) => !after), changed.filter(({ after }) => after)];
  return [...deleted.map(writeOf), ...releasedValues(type, others), ...others.map(writeOf)];
}

function writeOf({ kind, id, after }: MadeChange): AnyBulkWriteOperation<RecordDocument> {
  if (kind === 'delete') return { deleteOne: { filter: { _id: id } } };
  if (kind === 'create') return { insertOne: { document: after! } };
  return { replaceOne: { filter: { _id: id }, replacement: after! } };
}

const isChanged = ({ before, after }: MadeChange): boolean => before !== after;
const isId = (id: string): boolean => /^[0-9a-f]{24}$/.test(id);
const byId = (found: readonly RecordDocument[]) => new Map(found.map((one) => [one._id.toHexString(), one]));
const restored = (edits: readonly CheckedEdit[]) => edits.filter((edit) => edit.do === 'restore').map(({ _id }) => _id);

/** Whether two versions have the same values. */
function isSame(before: RecordDocument, after: RecordDocument): boolean {
  const { revision, change, updatedAt, updatedBy } = before;
  return isDeepStrictEqual(before, { ...after, revision, change, updatedAt, updatedBy });
}

const movedPointer = (pointer: string, at: number): string => pointer.replace(/^#/, `#/changes/${at}`);
const moved = (mistake: ProblemDetail, at: number): ProblemDetail => ({
  ...mistake,
  pointer: movedPointer(mistake.pointer ?? '#', at),
});
