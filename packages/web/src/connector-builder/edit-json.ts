import { applyEdits, modify, type JSONPath } from 'jsonc-parser';

/** The place of a value in a JSON text: keys and indices from the outside in. */
export type ValuePath = readonly (string | number)[];

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/**
 * Sets a value in a JSON text; undefined removes it. Everything else keeps its order and format.
 * @example setInJson('{ "a": 1 }', ['b'], 2) // '{ "a": 1, … "b": 2 }'
 */
export function setInJson(text: string, path: ValuePath, value: unknown): string {
  if (value === undefined && valueAt(readJson(text)?.value, path) === undefined) return text;
  return applyEdits(text, modify(text, path as JSONPath, value, { formattingOptions }));
}

/** The value of a JSON text; undefined if it cannot be read. */
export function readJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

/** The keys of a JSON pointer, which may be a URI fragment such as `#/request/path`. */
export function keysOf(pointer: string): string[] {
  const isFragment = pointer.startsWith('#');
  const keys = pointer.replace(/^#/, '').split('/').slice(1);
  return keys.map((key) => (isFragment ? decodeURIComponent(key) : key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether a pointer leads to a path or into it. */
export function isWithin(pointer: string, path: ValuePath): boolean {
  const keys = keysOf(pointer);
  return path.every((key, index) => keys[index] === String(key));
}
