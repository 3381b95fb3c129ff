import type { Field } from '@tallyhook/schemas';
import { formatDay } from '../collections/calendar.ts';
import type { StoredScalar, StoredValue } from '../collections/record-document.ts';
import { createCellReader } from '../imports/cell-readers.ts';
import { createLocalToInstant } from '../imports/local-time.ts';
import { sameCell } from '../imports/written-forms.ts';

/** Converts a stored value to a changed field; undefined if it does not fit and would be lost. */
export type ConvertValue = (value: StoredValue) => StoredValue | undefined;

/** Whether the values of a field stay as they are when it becomes another one. */
export function keepsValues(before: Field, after: Field): boolean {
  if (before.kind !== after.kind || (before.many ?? false) !== (after.many ?? false)) return false;
  if (before.target !== after.target) return false;
  const allowed = new Set(after.options?.map(({ value }) => value));
  return after.kind !== 'choice' || (before.options ?? []).every(({ value }) => allowed.has(value));
}

/** Creates the conversion of the values of a field. A list keeps what fits; a single value of a list is its first. */
export function createConversion(before: Field, after: Field, timezone: string): ConvertValue {
  const convertOne = scalarConversion(before, after, timezone);
  return (value) => {
    const given = Array.isArray(value) ? value : [value];
    const converted = given.map(convertOne).filter((one) => one !== undefined);
    const different = [...new Map(converted.map((one) => [String(one), one])).values()];
    if (after.many) return different.length === 0 ? undefined : different;
    return different[0];
  };
}

/** How many of the values in a field do not fit. */
export function countLost(value: StoredValue, converted: StoredValue | undefined): number {
  const count = (of: StoredValue | undefined) => (of === undefined ? 0 : Array.isArray(of) ? of.length : 1);
  return Math.max(0, count(value) - count(converted));
}

/** A value as people read it, to name one that would be lost. */
export function describeValue(field: Field, value: StoredValue): string {
  return Array.isArray(value) ? value.map((one) => textOf(field, one)).join(', ') : textOf(field, value);
}

function scalarConversion(
  before: Field,
  after: Field,
  timezone: string,
): (value: StoredScalar) => StoredScalar | undefined {
  const isReference = ({ kind }: Field) => kind === 'relation' || kind === 'person' || kind === 'file';
  if (isReference(before) || isReference(after)) {
    const isSame = before.kind === after.kind && before.target === after.target;
    return (value) => (isSame ? value : undefined);
  }
  if (before.kind === 'instant' && after.kind === 'day') return createDayOf(timezone);
  if (before.kind === after.kind && after.kind !== 'choice') return (value) => value;
  const read = createCellReader({
    field: { ...after, many: false },
    markers: new Set(),
    isEmptyText: () => false,
    separator: ';',
    toInstant: createLocalToInstant(timezone),
    rewrite: sameCell,
  });
  const report = { refuse: () => undefined, missing: () => undefined };
  return (value) => {
    const text = before.kind === 'day' && after.kind === 'instant' ? `${textOf(before, value)} 00:00` : value;
    const written = typeof text === 'string' && before.kind !== 'choice' ? text : textFor(before, after, value);
    return read(written, report) as StoredScalar | undefined;
  };
}

/** A choice becomes a text as people see it, but another choice by its value. */
function textFor(before: Field, after: Field, value: StoredScalar): string {
  return before.kind === 'choice' && after.kind === 'choice' ? String(value) : textOf(before, value);
}

/** The calendar day of an instant in the time zone of the workspace. */
function createDayOf(timezone: string): (value: StoredScalar) => Date | undefined {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' });
  return (value) => (value instanceof Date ? new Date(`${format.format(value)}T00:00:00.000Z`) : undefined);
}

function textOf({ kind, options = [] }: Field, value: StoredScalar): string {
  if (value instanceof Date) return kind === 'day' ? formatDay(value) : value.toISOString();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (kind === 'choice') return options.find((option) => option.value === value)?.label ?? String(value);
  return String(value);
}
