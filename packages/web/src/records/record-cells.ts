import type { Field } from '@tallyhook/schemas';
import type { SavedRecord } from '@tallyhook/schemas/api';
import type { Formats } from '../chart/formats.ts';

export interface CellOptions {
  formats: Formats;
  /** The names of records, by id. */
  names: Readonly<Record<string, string>>;
}

/** A record's field as text; empty if it has no value. */
export function writeCell(record: SavedRecord, field: Field, options: CellOptions): string {
  const value = field.name === 'createdAt' ? record.createdAt : ownValue(record.fields, field.name);
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  return values.map((one) => writeValue(one, field, options)).join(', ');
}

/** One value as text; empty for none. */
export function writeValue(value: unknown, { kind, options, format }: Field, { formats, names }: CellOptions): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formats.as(format).value(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'day') return formats.day(text.slice(0, 10));
  if (kind === 'instant') return formats.time(text);
  if (kind === 'file') return ownValue(names, text) ?? 'File';
  if (kind === 'relation' || kind === 'person') return ownValue(names, text) ?? `… ${text.slice(-6)}`;
  return options?.find((option) => option.value === text)?.label ?? text;
}

/** A field may share its name with an inherited property such as `constructor`; only own keys are values. */
const ownValue = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
