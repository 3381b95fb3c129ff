import { people, systemFields, type Field, type RecordType } from '@tallyhook/schemas';
import type { RecordRow } from '@tallyhook/store/records';
import { csvLine } from '../answer-csv.ts';

export type ExportFormat = 'csv' | 'ndjson' | 'json';

export const exportTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  json: 'application/json; charset=utf-8',
};

/** The names of related records and people, by type and id. */
type Labels = Record<string, Record<string, string | null>>;

/** The columns of an export: the fields named, or all of the type. */
export function exportedFields({ fields }: RecordType, names: readonly string[]): Field[] {
  if (names.length === 0) return fields;
  const known = [...fields, ...systemFields];
  return names.flatMap((name) => known.find((field) => field.name === name) ?? []);
}

/** One record as the text of its line: with names in CSV, as values in JSON. */
export function exportLine(row: RecordRow, fields: readonly Field[], format: ExportFormat, labels: Labels): string {
  if (format === 'csv') return csvLine(fields.map((field) => cellOf(row, field, labels)));
  const values = Object.fromEntries(fields.map((field) => [field.name, valueOf(row, field) ?? null]));
  return JSON.stringify({ id: row.id, ...values });
}

function cellOf(row: RecordRow, field: Field, labels: Labels): unknown {
  const value = valueOf(row, field);
  return Array.isArray(value)
    ? value.map((one) => textOf(one, field, labels)).join(', ')
    : textOf(value, field, labels);
}

function textOf(value: unknown, { kind, target = people, options }: Field, labels: Labels): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'relation' || kind === 'person') return labels[target]?.[value] ?? value;
  return options?.find((option) => option.value === value)?.label ?? value;
}

function valueOf(row: RecordRow, { name }: Field): unknown {
  if (Object.hasOwn(row.fields, name)) return row.fields[name];
  return systemFields.some((field) => field.name === name) ? row[name as 'createdAt'] : undefined;
}
