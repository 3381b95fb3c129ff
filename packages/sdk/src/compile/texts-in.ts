import type { JsonPath } from './source-file.ts';

/** A text of a JSON value and its place; of a key the place is that of its value. */
export interface PlacedText {
  path: JsonPath;
  text: string;
  isKey: boolean;
}

/** The texts of a JSON value, each with its place; names of keys are none. */
export function textsIn(value: unknown, path: JsonPath = []): PlacedText[] {
  return textsAndKeysIn(value, path).filter(({ isKey }) => !isKey);
}

/** The texts of a JSON value and the names of its keys, each with its place. */
export function textsAndKeysIn(value: unknown, path: JsonPath = []): PlacedText[] {
  if (typeof value === 'string') return [{ path, text: value, isKey: false }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((child, index) => textsAndKeysIn(child, [...path, index]));
  return Object.entries(value).flatMap(([key, child]) => [
    { path: [...path, key], text: key, isKey: true },
    ...textsAndKeysIn(child, [...path, key]),
  ]);
}
