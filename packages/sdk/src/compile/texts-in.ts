import type { JsonPath } from './source-file.ts';

/** A string in a JSON value and its place. A key has the place of its value. */
export interface PlacedText {
  path: JsonPath;
  text: string;
  isKey: boolean;
}

/** Any value that contains no others, and its place. */
export type PlacedValue = Omit<PlacedText, 'text'> & { value: unknown };

/** The strings in a JSON value, without keys, each with its place. */
export function textsIn(value: unknown, path: JsonPath = []): PlacedText[] {
  return textsAndKeysIn(value, path).filter(({ isKey }) => !isKey);
}

/** The strings and keys in a JSON value, each with its place. */
export function textsAndKeysIn(value: unknown, path: JsonPath = []): PlacedText[] {
  return valuesAndKeysIn(value, path).flatMap(({ path: place, value: text, isKey }) =>
    typeof text === 'string' ? [{ path: place, text, isKey }] : [],
  );
}

/** All leaf values and keys in a JSON value, each with its place. */
export function valuesAndKeysIn(value: unknown, path: JsonPath = []): PlacedValue[] {
  const found: PlacedValue[] = [];
  collect(found, value, path);
  return found;
}

/** One list for all levels: every file of a connector is read this way several times. */
function collect(found: PlacedValue[], value: unknown, path: JsonPath): void {
  if (typeof value !== 'object' || value === null) return void found.push({ path, value, isKey: false });
  if (Array.isArray(value)) return value.forEach((child, index) => collect(found, child, [...path, index]));
  for (const [key, child] of Object.entries(value)) {
    const place = [...path, key];
    found.push({ path: place, value: key, isKey: true });
    collect(found, child, place);
  }
}

/** The name of the value at a path. Entries of a list have the list's name. */
export function nameAt(path: JsonPath): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '');
}

/** The part of a JSON value at a path; undefined if it does not exist. */
export function partAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((node, part) => (node as Record<string, unknown> | null | undefined)?.[part], value);
}
