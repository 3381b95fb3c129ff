import type { RecordType } from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import { hiddenTypes } from '../collections/hidden-types.ts';
import {
  reservedFieldNames,
  shown,
  valueIn,
  type RecordDocument,
  type StoredValue,
} from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import { seenOf } from './merging.ts';
import { isDefinitionType, isSameContent, partsOf, wholeRecord } from './parts.ts';
import type { PartAuthor } from './part-authors.ts';
import type { PartConflict } from './three-way.ts';

/** A part of a record that both sides changed. A value that is missing is empty there. */
export interface ConflictPart {
  /** The field; empty for the whole record, which one side deleted. */
  part: string;
  base?: unknown;
  into?: unknown;
  from?: unknown;
  /** Identifies these values; a decision names it. */
  seen: string;
  /** Who gave it these values; absent if nobody knows. */
  intoBy?: PartAuthor;
  fromBy?: PartAuthor;
}

/** A part of a record that is different before and after. */
export interface ChangedPart {
  part: string;
  before?: unknown;
  after?: unknown;
}

/** The type of records, also hidden ones and those that the branch does not have. */
export function typeNamed(branch: Branch, name: string): RecordType | undefined {
  return [...hiddenTypes, ...branch.types].find((type) => type.name === name);
}

/** How people call a record. */
export function labelOf(type: RecordType | undefined, ...documents: (RecordDocument | null)[]): string {
  const name = type?.labelField ?? 'name';
  for (const document of documents) {
    const value = valueIn(document, name);
    if (value !== undefined && value !== null) return String(value);
  }
  return '';
}

export function conflictPart(type: RecordType | undefined, conflict: PartConflict): ConflictPart {
  const { name: part, base, into, from } = conflict;
  const show = (value: unknown) => {
    if (value === undefined) return undefined;
    return part === wholeRecord ? shownFields(type, value as RecordDocument) : shownPart(type, part, value);
  };
  return {
    part,
    ...given('base', show(base)),
    ...given('into', show(into)),
    ...given('from', show(from)),
    seen: seenOf(conflict),
  };
}

/** The parts of a record that differ. */
export function changedParts(
  type: RecordType | undefined,
  typeName: string,
  { before, after }: { before: RecordDocument | null; after: RecordDocument | null },
): ChangedPart[] {
  const isDefinition = isDefinitionType(typeName);
  const [was, is] = [partsOf(before, isDefinition), partsOf(after, isDefinition)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((part): ChangedPart[] => {
    if (part.endsWith('#order')) return [];
    const one = { value: was.get(part) } as unknown as RecordDocument;
    const other = { value: is.get(part) } as unknown as RecordDocument;
    if (isSameContent(one, other, false)) return [];
    const show = (value: unknown) => (value === undefined ? undefined : shownPart(type, part, value));
    return [{ part, ...given('before', show(was.get(part))), ...given('after', show(is.get(part))) }];
  });
}

function shownPart(type: RecordType | undefined, part: string, value: unknown): unknown {
  const field = type?.fields.find(({ name }) => name === part);
  if (field) return shown(field, value as StoredValue);
  return part.startsWith('definition') ? value : shownPlainly(value);
}

function shownFields(type: RecordType | undefined, document: RecordDocument): Record<string, unknown> {
  const fields = Object.entries(document).filter(([name]) => name !== '_id' && !reservedFieldNames.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, shownPart(type, name, value)]));
}

/** A value of a field that the type no longer has. */
function shownPlainly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownPlainly);
  if (value instanceof ObjectId) return value.toHexString();
  return value instanceof Date ? value.toISOString() : value;
}

const given = <Name extends string>(name: Name, value: unknown): Partial<Record<Name, unknown>> =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, unknown>);
