import { nearest, type Field, type RecordType } from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { formatDay } from '../collections/calendar.ts';
import { findCollection } from '../collections/collections.ts';
import { fileType } from '../collections/hidden-types.ts';
import { roleOf } from '../people/members.ts';
import { recordsIn, type StoredValue } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import { readNumber } from './cell-kinds.ts';
import type { ImportMistake } from './import-problem.ts';

/** A column whose values refer to records of another type by one of its fields. */
export interface ImportRelation {
  /** The column by its name in the head line. */
  column: string;
  /** The field for the relation; without it the column itself becomes the relation. */
  field?: string;
  targetType: string;
  /** The field of the target type with the column's values, or `id`. */
  targetKey: string;
}

/** The record of each key; null for a key that several records have. */
export type KeyMap = ReadonlyMap<string, ObjectId | string | null>;

/** The records of a file's keys, by column and target (`keyMapName`). */
export type KeyMaps = ReadonlyMap<string, KeyMap>;

const idKey = 'id';
const keyKinds: Field['kind'][] = ['text', 'choice', 'number', 'day'];

/** Checks the relations of an import, independently of the rows. */
export function checkRelations(
  relations: readonly ImportRelation[],
  headers: readonly string[],
  types: readonly RecordType[],
): ImportMistake[] {
  return relations.flatMap((relation) => [...checkColumn(relation, headers), ...checkTarget(relation, types)]);
}

function checkColumn({ column }: ImportRelation, headers: readonly string[]): ImportMistake[] {
  if (headers.includes(column)) return [];
  const suggestion = nearest(column, headers);
  const detail = `The file has no column "${column}" for a relation${suggestion ? `: did you mean "${suggestion}"?` : '.'}`;
  return [{ code: 'unknown_column', column, detail, ...(suggestion === undefined ? {} : { suggestion }) }];
}

function checkTarget({ column, targetType, targetKey }: ImportRelation, types: readonly RecordType[]): ImportMistake[] {
  const names = types.map(({ name }) => name);
  const type = types.find(({ name }) => name === targetType);
  if (!type) {
    const suggestion = nearest(targetType, names);
    const detail = `The relation of "${column}" points to "${targetType}", which is not a record type of the branch.`;
    return [{ code: 'unknown_type', column, detail, ...(suggestion === undefined ? {} : { suggestion }) }];
  }
  const keys = [
    idKey,
    ...type.fields.filter(({ kind, many }) => keyKinds.includes(kind) && !many).map(({ name }) => name),
  ];
  if (keys.includes(targetKey)) return [];
  const suggestion = nearest(targetKey, keys);
  const detail = `The relation of "${column}" looks up "${targetKey}" of "${targetType}", but that type can be looked up only by ${keys.join(', ')}.`;
  return [{ code: 'unknown_key', column, detail, ...(suggestion === undefined ? {} : { suggestion }) }];
}

/** How to find a record: its type, and the field that holds the key. */
export interface KeyTarget {
  /** The name of the type; absent for members of the workspace. */
  type?: string;
  /** Absent if keys are ids. */
  keyField?: Field;
}

/** The target of an import's relation. */
export function targetOfRelation({ targetType, targetKey }: ImportRelation, types: readonly RecordType[]): KeyTarget {
  const keyField = types.find(({ name }) => name === targetType)?.fields.find(({ name }) => name === targetKey);
  return { type: targetType, keyField };
}

/** The target of a field that holds ids. */
export function targetOfField(field: Field): KeyTarget {
  if (field.kind === 'person') return {};
  return { type: field.kind === 'file' ? fileType.name : field.target };
}

/** The name of a column's key map in `KeyMaps`. */
export function keyMapName(index: number, { type, keyField }: KeyTarget): string {
  return `${index}/${type ?? ''}/${keyField?.name ?? ''}`;
}

/** The key in a cell, normalized for comparison. */
export function keyText({ keyField }: KeyTarget, cell: string): string {
  const text = cell.trim();
  return keyField?.kind === 'number' ? String(readNumber(text) ?? text) : text;
}

/** Looks up keys in one pass over the target's records. */
export async function loadKeys(
  store: Store,
  branch: Branch,
  target: KeyTarget,
  wanted: ReadonlySet<string>,
): Promise<KeyMap> {
  if (target.type === undefined) return loadMembers(store, branch, wanted);
  const entry = await findCollection(store, branch, target.type);
  const found = new Map<string, ObjectId | null>();
  if (!entry || wanted.size === 0) return found;
  const name = target.keyField?.name ?? '_id';
  const records = recordsIn(store, branch.workspaceId, entry.collection).find({}, { projection: { [name]: 1 } });
  for await (const record of records) {
    const key = storedKey(record[name]);
    if (key !== undefined && wanted.has(key)) found.set(key, found.has(key) ? null : record._id);
  }
  return found;
}

function storedKey(value: StoredValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof ObjectId) return value.toHexString();
  return value instanceof Date ? formatDay(value) : String(value);
}

async function loadMembers(store: Store, { workspaceId }: Branch, wanted: ReadonlySet<string>): Promise<KeyMap> {
  const found = new Map<string, string>();
  for (const id of wanted) if (await roleOf(store, workspaceId, id)) found.set(id, id);
  return found;
}
