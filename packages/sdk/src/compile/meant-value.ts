import { fromPointer, type SchemaFinding } from '@tallyhook/schemas';
import { isJsonObject } from '../json-object.ts';
import type { JsonPath } from './source-file.ts';

/** A value with misspelt keys corrected, so that they cause no further problems. */
export interface MeantValue {
  value: unknown;
  /** Maps a path of the corrected value to its place in the file. */
  written(path: JsonPath): JsonPath;
}

interface Rename {
  parent: JsonPath;
  written: string;
  meant: string;
}

/** Replaces each unknown key with the one that was probably meant, unless that key is present too. */
export function meantValue(value: unknown, mistakes: readonly SchemaFinding[]): MeantValue {
  const renames = mistakes.flatMap(({ code, pointer = '#', suggestion }): Rename[] => {
    if (code !== 'unknown_key' || suggestion === undefined) return [];
    const path = fromPointer(pointer);
    return [{ parent: path.slice(0, -1), written: path.at(-1)!, meant: suggestion }];
  });
  const done: Rename[] = [];
  let changed = value;
  for (const rename of renames) {
    changed = change(changed, rename.parent, (object) => {
      if (Object.hasOwn(object, rename.meant)) return object;
      done.push(rename);
      const entries = Object.entries(object);
      return Object.fromEntries(entries.map(([key, child]) => [key === rename.written ? rename.meant : key, child]));
    });
  }
  return { value: changed, written: (path) => done.reduce(asWritten, path) };
}

/** Returns a copy with the object at a path replaced. */
function change(
  value: unknown,
  [part, ...rest]: JsonPath,
  replace: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (part === undefined) return isJsonObject(value) ? replace(value) : value;
  if (Array.isArray(value))
    return value.map((child: unknown, index) => (index === Number(part) ? change(child, rest, replace) : child));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, key === part ? change(child, rest, replace) : child]),
  );
}

function asWritten(path: JsonPath, { parent, written, meant }: Rename): JsonPath {
  const isThere = path[parent.length] === meant && parent.every((part, index) => String(path[index]) === part);
  return isThere ? path.with(parent.length, written) : path;
}
