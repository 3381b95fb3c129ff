import type { Field, RecordType } from '@tallyhook/schemas';
import { ObjectId, type Collection } from 'mongodb';
import { formatDay } from './calendar.ts';
import type { Store } from '../database/store.ts';

export type StoredScalar = string | number | boolean | Date | ObjectId;

/** The stored value of a field; empty fields are absent. */
export type StoredValue = StoredScalar | StoredScalar[];

/** The fields of every record, besides those of its type. */
export interface RecordSystemFields {
  _id: ObjectId;
  /** Incremented by every change; 1 for a new record. */
  revision: number;
  /** The number of the change that wrote this revision. */
  change: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
}

export type RecordDocument = RecordSystemFields & { [field: string]: StoredValue };

/**
 * A record as callers see it: days as `YYYY-MM-DD`, instants as ISO 8601 in UTC, ids as 24 hex digits; empty fields are
 * absent.
 */
export interface RecordRow {
  id: string;
  type: string;
  revision: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
  fields: Record<string, unknown>;
}

/** Names that no field of a type may have, because every record has them. */
export const reservedFieldNames: readonly string[] = [
  'id',
  'revision',
  'change',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
];

/** The records in one collection. */
export function recordsIn(store: Store, workspaceId: string, collection: string): Collection<RecordDocument> {
  return store.workspaceDb(workspaceId).collection(collection);
}

/** The value of a field; a field may have the name of something that every object has, such as `constructor`. */
export const valueIn = (document: Readonly<Record<string, unknown>> | null | undefined, name: string) =>
  document && Object.hasOwn(document, name) ? (document[name] as StoredValue | undefined) : undefined;

/** Converts a stored record to its public form. Leaves out fields that the type no longer has. */
export function rowOf(type: RecordType, document: RecordDocument): RecordRow {
  return { ...systemFieldsOf(type.name, document), fields: fieldsOf(type, document) };
}

/** The public form of a record whose type is gone, with every field as it is stored: days as instants. */
export function storedRowOf(type: string, document: RecordDocument): RecordRow {
  const own = Object.entries(document).filter(([name]) => name !== '_id' && !reservedFieldNames.includes(name));
  const fields = own.map(([name, value]) => [name, shown({ name, label: name, kind: 'text' }, value)]);
  return { ...systemFieldsOf(type, document), fields: Object.fromEntries(fields) as Record<string, unknown> };
}

function systemFieldsOf(
  type: string,
  { _id, revision, createdAt, createdBy, updatedAt, updatedBy }: RecordDocument,
): Omit<RecordRow, 'fields'> {
  return {
    id: _id.toHexString(),
    type,
    revision,
    createdAt: createdAt.toISOString(),
    createdBy,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
  };
}

function fieldsOf(type: RecordType, document: RecordDocument): Record<string, unknown> {
  const present = type.fields.filter(({ name }) => Object.hasOwn(document, name));
  return Object.fromEntries(present.map((field) => [field.name, shown(field, document[field.name]!)]));
}

/** Converts a stored value of a field to its public form. */
export function shown(field: Field, value: StoredValue): unknown {
  if (Array.isArray(value)) return value.map((one) => shown(field, one));
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Date) return field.kind === 'day' ? formatDay(value) : value.toISOString();
  return value;
}
