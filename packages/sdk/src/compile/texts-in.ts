import type { JsonPath } from './source-file.ts';

/** A text of a JSON value and its place; of a key the place is that of its value. */
export interface PlacedText {
  path: JsonPath;
  text: string;
  isKey: boolean;
}

/** The same of any value that holds no others. */
export type PlacedValue = Omit<PlacedText, 'text'> & { value: unknown };

/** The texts of a JSON value, each with its place; names of keys are none. */
export function textsIn(value: unknown, path: JsonPath = []): PlacedText[] {
  return textsAndKeysIn(value, path).filter(({ isKey }) => !isKey);
}

/** The texts of a JSON value and the names of its keys, each with its place. */
export function textsAndKeysIn(value: unknown, path: JsonPath = []): PlacedText[] {
  return valuesAndKeysIn(value, path).flatMap(({ value: text, ...placed }) =>
    typeof text === 'string' ? [{ ...placed, text }] : [],
  );
}

/** All that stands in a JSON value and holds nothing else, and the names of its keys, each with its place. */
export function valuesAndKeysIn(value: unknown, path: JsonPath = []): PlacedValue[] {
  if (typeof value !== 'object' || value === null) return [{ path, value, isKey: false }];
  if (Array.isArray(value)) return value.flatMap((child, index) => valuesAndKeysIn(child, [...path, index]));
  return Object.entries(value).flatMap(([key, child]) => [
    { path: [...path, key], value: key, isKey: true },
    ...valuesAndKeysIn(child, [...path, key]),
  ]);
}

/** What the value at a place is called; the entries of a list are called as the list is. */
export function nameAt(path: JsonPath): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '');
}

/** The part of a JSON value at a path; undefined where there is none. */
export function partAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((node, part) => (node as Record<string, unknown> | null | undefined)?.[part], value);
}
