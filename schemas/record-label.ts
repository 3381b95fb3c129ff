import type { Answer } from './generated/answer.ts';

/** The name of the record that a key of an answer stands for: null where it is gone, undefined where none was asked for. */
export function nameOfKey(labels: Answer['labels'], group: string, id: string): string | null | undefined {
  const names = labels !== undefined && Object.hasOwn(labels, group) ? labels[group]! : {};
  return Object.hasOwn(names, id) ? names[id] : undefined;
}

/**
 * What a record is called, at every door; one that is gone or has no name, or one of blanks alone, is neither no value
 * nor another record.
 */
export function recordLabel(name: string | null, id: string): string {
  if (name === null) return `Deleted (${id})`;
  return name.trim() === '' ? `Unnamed (${id})` : name;
}
