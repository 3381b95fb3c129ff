import type { RecordType } from '@tallyhook/schemas';
import type { ChangeCounts } from '@tallyhook/schemas/api';
import type { Formats } from '../chart/formats.ts';

/** What people call the records of a type, also of built-in ones. */
export function nameOfType(type: string, types: readonly RecordType[]): string {
  const builtIn: Record<string, string> = {
    report: 'Reports',
    dashboard: 'Dashboards',
    workflow: 'Workflows',
    view: 'Views',
    file: 'Files',
    '(type)': 'Types',
  };
  return types.find(({ name }) => name === type)?.plural ?? builtIn[type] ?? type;
}

/** How many records changed in all types. */
export function totalOf(counts: Record<string, ChangeCounts>): number {
  return Object.values(counts).reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0);
}

/** `2 new, 1 changed`. */
export function describeCounts({ created, updated, deleted }: ChangeCounts, formats: Formats): string {
  const words = [
    [created, 'new'],
    [updated, 'changed'],
    [deleted, 'deleted'],
  ] as const;
  const said = words.filter(([count]) => count > 0).map(([count, word]) => `${formats.value(count)} ${word}`);
  return said.join(', ');
}

/** What people call a part of a record: a field by its label, a key of a definition in words. */
export function nameOfPart(part: string, type: string, types: readonly RecordType[]): string {
  if (part === '') return 'Whole record';
  const field = types.find(({ name }) => name === type)?.fields.find(({ name }) => name === part);
  if (field) return field.label;
  const keys = part.split('/').slice(part.startsWith('definition') ? 1 : 0);
  const words = keys
    .join(' · ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words === '' ? 'Definition' : words.charAt(0).toUpperCase() + words.slice(1);
}

export interface ShownValue {
  type: string;
  part: string;
  types: readonly RecordType[];
  formats: Formats;
  /** The names of records and people, by id. */
  labels: Record<string, string>;
}

/** A value of a part as text; empty if there is none. */
export function writePart(value: unknown, { type, part, types, formats, labels }: ShownValue): string {
  if (value === undefined || value === null) return '';
  const field = types.find(({ name }) => name === type)?.fields.find(({ name }) => name === part);
  if (Array.isArray(value) && (field || value.every((one) => typeof one !== 'object')))
    return value.map((one) => writePart(one, { type, part, types, formats, labels })).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formats.as(field?.format).value(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = value as string;
  if (field?.kind === 'day') return formats.day(text.slice(0, 10));
  if (field?.kind === 'instant') return formats.time(text);
  if (field?.kind === 'relation' || field?.kind === 'person')
    return Object.hasOwn(labels, text) ? labels[text]! : `… ${text.slice(-6)}`;
  return field?.options?.find((option) => option.value === text)?.label ?? text;
}
