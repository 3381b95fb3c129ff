import type { Field, RecordType } from '@tallyhook/schemas';
import type { SavedRecord } from '@tallyhook/schemas/api';
import type { Formats } from '../chart/formats.ts';

const maxColumns = 7;

/**
 * The fields a list shows: first the label field, then the requested ones, then the rest in the type's order, and
 * finally the creation time.
 */
export function columnsOf({ fields, labelField }: RecordType, asked: readonly string[]): Field[] {
  const label = fields.filter(({ name }) => name === labelField);
  const rank = ({ name }: Field) => (asked.includes(name) ? asked.indexOf(name) : asked.length);
  const others = fields
    .filter(({ name, kind }) => name !== labelField && kind !== 'file' && (!isLong(name) || asked.includes(name)))
    .sort((a, b) => rank(a) - rank(b));
  return [
    ...label,
    ...others.slice(0, maxColumns - label.length - 1),
    { name: 'createdAt', label: 'Created at', kind: 'instant' },
  ];
}

function isLong(name: string): boolean {
  return name === 'description' || name === 'body' || name === 'notes';
}

export interface CellOptions {
  formats: Formats;
  /** The names of records, by id. */
  names: Record<string, string>;
}

/** A record's field as text; empty if it has no value. */
export function writeCell(record: SavedRecord, field: Field, options: CellOptions): string {
  const value = field.name === 'createdAt' ? record.createdAt : ownValue(record.fields, field.name);
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  return values.map((one) => writeValue(one, field, options)).join(', ');
}

function writeValue(value: unknown, { kind, options, format }: Field, { formats, names }: CellOptions): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formats.as(format).value(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'day') return formats.day(text.slice(0, 10));
  if (kind === 'instant') return formats.time(text);
  if (kind === 'relation' || kind === 'person') return ownValue(names, text) ?? `… ${text.slice(-6)}`;
  return options?.find((option) => option.value === text)?.label ?? text;
}

/** A field may share its name with an inherited property such as `constructor`; only own keys are values. */
const ownValue = <Value>(values: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
