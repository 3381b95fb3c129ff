import type { Answer } from './generated/answer.ts';

/**
 * The name of the record behind a key of an answer: null if the record is gone, undefined if no names were requested.
 */
export function nameOfKey(labels: Answer['labels'], group: string, id: string): string | null | undefined {
  const names = labels !== undefined && Object.hasOwn(labels, group) ? labels[group]! : {};
  return Object.hasOwn(names, id) ? names[id] : undefined;
}

/**
 * The display name of a record in every interface. A deleted record, or one with an empty or blank name, must not look
 * like a missing value or another record.
 */
export function recordLabel(name: string | null, id: string): string {
  if (name === null) return `Deleted (${id})`;
  return name.trim() === '' ? `Unnamed (${id})` : name;
}
