import { isJsonObject } from '../json-object.ts';
import type { JsonPath } from './source-file.ts';

/** The part of a JSON value at a path; undefined where there is none. */
export function partAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((node, part) => (node as Record<string, unknown> | null | undefined)?.[part], value);
}

/** A copy of a JSON value with another part at a path, or with one more. */
export function withPart(value: unknown, [part, ...rest]: JsonPath, given: unknown): unknown {
  if (part === undefined) return given;
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => (index === Number(part) ? withPart(entry, rest, given) : entry));
  const before = isJsonObject(value) ? value : {};
  return { ...before, [part]: withPart(before[part], rest, given) };
}
