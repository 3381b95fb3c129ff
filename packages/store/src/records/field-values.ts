import { listNames, nearest, toPointer, type Field, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import { parseDay, parseInstant } from '../collections/calendar.ts';
import { reservedFieldNames, type StoredScalar, type StoredValue } from '../collections/record-document.ts';

/** A reference in a value; its target must exist. */
export interface Reference {
  pointer: string;
  field: Field;
  id: string;
}

/** Given fields, converted for the database; `mistakes` is empty if all are valid. */
export interface CheckedFields {
  values: Record<string, StoredValue>;
  /** The fields given as empty: null, an empty text or an empty list. */
  emptied: string[];
  references: Reference[];
  mistakes: ProblemDetail[];
}

/** A valid value, or what is wrong with it. */
type Read = { value: StoredScalar } | { code: string; expected: string; allowed?: string[]; suggestion?: string };

/** Checks each given field against its type and collects every mistake. Does not check whether ids exist. */
export function checkFields(type: RecordType, given: Record<string, unknown>): CheckedFields {
  const checked: CheckedFields = { values: {}, emptied: [], references: [], mistakes: [] };
  for (const [name, value] of Object.entries(given)) {
    const field = type.fields.find((candidate) => candidate.name === name);
    if (field) checkField(field, value, checked);
    else checked.mistakes.push(unknownField(type, name));
  }
  return checked;
}

/** The required fields of a type that would be empty. */
export function missingFields(type: RecordType, values: Record<string, unknown>): ProblemDetail[] {
  return type.fields
    .filter(({ name, required }) => required && !Object.hasOwn(values, name))
    .map(({ name, label }) => ({
      pointer: toPointer(['fields', name]),
      code: 'required_field',
      detail: `${label} ("${name}") is required: give it a value.`,
    }));
}

/** The values that a new record gets for the fields that it does not name. */
export function defaultsOf(type: RecordType): Record<string, unknown> {
  return Object.fromEntries(
    type.fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  );
}

/** Reads a single value of a field, or one element if the field has `many`. Texts are not changed. */
export function readScalar(field: Field, given: unknown): Read {
  return scalarReaders[field.kind](given, field);
}

function checkField(field: Field, given: unknown, checked: CheckedFields): void {
  // Nobody sees spaces in a list, so they do not fill in what must not be empty.
  if (isEmpty(given) || (field.required && isBlank(given))) {
    checked.emptied.push(field.name);
    return;
  }
  const path = ['fields', field.name];
  const value = field.many ? checkList(field, given, path, checked) : checkOne(field, given, path, checked);
  if (value !== undefined) checked.values[field.name] = value;
}

function isEmpty(given: unknown): boolean {
  return given === null || given === undefined || given === '' || (Array.isArray(given) && given.length === 0);
}

const isBlank = (given: unknown) => typeof given === 'string' && given.trim() === '';

function checkList(field: Field, given: unknown, path: string[], checked: CheckedFields): StoredScalar[] | undefined {
  if (!Array.isArray(given)) {
    checked.mistakes.push(
      mistake(field, given, path, { code: 'wrong_kind', expected: `a list of ${plural[field.kind]}` }),
    );
    return undefined;
  }
  const different = new Map<string, StoredScalar>();
  given.forEach((one, index) => {
    const value = checkOne(field, one, [...path, String(index)], checked);
    if (value !== undefined) different.set(String(value), value);
  });
  return [...different.values()];
}

function checkOne(field: Field, given: unknown, path: string[], checked: CheckedFields): StoredScalar | undefined {
  const read = readScalar(field, given);
  if (!('value' in read)) {
    checked.mistakes.push(mistake(field, given, path, read));
    return undefined;
  }
  if (field.kind === 'relation' || field.kind === 'person' || field.kind === 'file') {
    checked.references.push({ pointer: toPointer(path), field, id: String(read.value) });
  }
  return read.value;
}

function mistake(
  field: Field,
  given: unknown,
  path: string[],
  { code, expected, allowed, suggestion }: Exclude<Read, { value: StoredScalar }>,
): ProblemDetail {
  return {
    pointer: toPointer(path),
    code,
    detail: `${field.label} ("${field.name}") must be ${expected}, got ${quoted(given)}.`,
    ...(allowed ? { allowed } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function unknownField(type: RecordType, name: string): ProblemDetail {
  const pointer = toPointer(['fields', name]);
  if (reservedFieldNames.includes(name)) {
    return { pointer, code: 'system_field', detail: `"${name}" is set by the service: leave it out.` };
  }
  const names = type.fields.map((field) => field.name);
  const suggestion = nearest(name, names);
  const advice =
    suggestion === undefined ? `its fields are ${listNames(names, name)}` : `did you mean "${suggestion}"?`;
  return {
    pointer,
    code: 'unknown_field',
    detail: `The type "${type.name}" has no field ${quoted(name)}: ${advice}.`,
    ...(suggestion === undefined ? { allowed: names } : { suggestion }),
  };
}

/** Formats a given value for a message: JSON, at most one line long. */
export function quoted(given: unknown): string {
  // Came from JSON such as 1e999 and would be written as null.
  if (given === Infinity || given === -Infinity) return 'a number too large to be read';
  const text = JSON.stringify(given) ?? String(given);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

const plural: Record<Field['kind'], string> = {
  text: 'texts',
  choice: 'choices',
  number: 'numbers',
  day: 'days',
  instant: 'instants',
  yesNo: 'true or false values',
  relation: 'record ids',
  person: 'member ids',
  file: 'file ids',
};

const scalarReaders: Record<Field['kind'], (given: unknown, field: Field) => Read> = {
  text: (given) => {
    if (typeof given !== 'string') return wrongKind('text');
    return given.isWellFormed()
      ? { value: given }
      : { code: 'wrong_format', expected: 'valid Unicode text without half characters' };
  },
  choice: readChoice,
  number: (given) => {
    if (typeof given !== 'number') return wrongKind('a number');
    return Number.isFinite(given)
      ? { value: given === 0 ? 0 : given }
      : { code: 'wrong_format', expected: 'a finite number' };
  },
  day: (given) => readDate(given, parseDay, 'a calendar day written YYYY-MM-DD'),
  instant: (given) =>
    readDate(given, parseInstant, 'a date and time in ISO 8601 with a time zone, such as 2026-03-01T09:30:00Z'),
  yesNo: (given) => (typeof given === 'boolean' ? { value: given } : wrongKind('true or false')),
  relation: (given, { target }) => readId(given, `the id of a record of type "${target}" (24 hex digits)`),
  person: (given) => {
    const read = readId(given, 'the id of a member of the workspace (24 hex digits)');
    return 'value' in read ? { value: String(read.value) } : read;
  },
  file: (given) => readId(given, 'the id of a file of the branch (24 hex digits)'),
};

function readChoice(given: unknown, { options = [] }: Field): Read {
  const allowed = options.map(({ value }) => value);
  if (typeof given !== 'string') return wrongKind(`one of ${allowed.join(', ')}`);
  if (allowed.includes(given)) return { value: given };
  const suggestion = options.find(({ label }) => label === given)?.value ?? nearest(given, allowed);
  return { code: 'choice_not_allowed', expected: `one of ${listNames(allowed, given)}`, allowed, suggestion };
}

function readDate(given: unknown, parse: (text: string) => Date | undefined, expected: string): Read {
  if (typeof given !== 'string') return wrongKind(expected);
  const value = parse(given);
  return value ? { value } : { code: 'wrong_format', expected };
}

function readId(given: unknown, expected: string): Read {
  if (typeof given !== 'string') return wrongKind(expected);
  return /^[0-9a-f]{24}$/i.test(given) ? { value: new ObjectId(given) } : { code: 'wrong_format', expected };
}

const wrongKind = (expected: string): Read => ({ code: 'wrong_kind', expected });
