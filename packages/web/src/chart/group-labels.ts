import type { Answer, AnswerColumn, RecordType } from '@tallyhook/schemas';
import { nameOfKey, recordLabel } from '@tallyhook/schemas/record-label';
import { findField } from './find-field.ts';
import type { Formats } from './formats.ts';
import { isGroupKey, otherKey, type Key } from './group-keys.ts';

export interface LabelOptions {
  column: AnswerColumn;
  answer: Answer;
  types: readonly RecordType[];
  formats: Formats;
}

/** Labels for groups. Groups with equal labels get a suffix that tells them apart. */
export function groupLabels(keys: Iterable<Key>, options: LabelOptions): (key: Key) => string {
  const labels = new Map([...keys].map((key) => [key, labelOf(key, options)]));
  const counts = new Map<string, number>();
  for (const label of labels.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
  return (key) => {
    const label = labels.get(key)!;
    return counts.get(label) === 1 ? label : labelApart(label, key, options.column);
  };
}

function labelOf(key: Key, { column, answer, types, formats }: LabelOptions): string {
  if (key === null) return `No ${column.label.toLowerCase()}`;
  if (key === otherKey) return 'Other';
  if (typeof key === 'boolean') return key ? 'Yes' : 'No';
  if (column.unit !== undefined) return formats.period(key, column.unit, answer.meta.resolved.timezone);
  if (typeof key === 'number') return formats.as(column.format).value(key);
  if (isRecord(column)) {
    const name = nameOfKey(answer.labels, column.name, key);
    return name === undefined ? key : recordLabel(name, shortId(key));
  }
  return optionsOf(answer, column, types).find(({ value }) => value === key)?.label ?? key;
}

/**
 * Disambiguates records by the end of their id and options by their value; a text equal to the label of "other" or "no
 * value" is quoted.
 */
function labelApart(label: string, key: Key, column: AnswerColumn): string {
  if (typeof key !== 'string' || !isGroupKey(key) || column.unit !== undefined) return label;
  if (label === key) return `“${label}”`;
  return `${label} (${isRecord(column) ? shortId(key) : key})`;
}

const isRecord = ({ kind }: AnswerColumn): boolean => kind === 'relation' || kind === 'person';
const shortId = (id: string): string => id.slice(-6);

/** The options of the choice field that a column groups by, in the order of its type. */
export function optionsOf(answer: Answer, column: AnswerColumn, types: readonly RecordType[]) {
  return findField(column.field ?? '', answer.meta.question.type, types)?.options ?? [];
}
