import { isDeepStrictEqual } from 'node:util';
import type { PartConflict } from './three-way.ts';

/** What a value of a field may be; these keys only make sense together. */
const kindKeys = ['kind', 'many', 'target', 'options', 'format', 'default'];

/**
 * Merges a field of a type that both sides changed, by its keys: one side may have renamed it and the other one given it
 * another kind. Undefined for any other part, and if both changed the same key differently.
 */
export function mergeFieldKeys({ name, base, into, from }: PartConflict): Record<string, unknown> | undefined {
  if (!name.startsWith('definition/fields/')) return undefined;
  if (!isObject(base) || !isObject(into) || !isObject(from)) return undefined;
  const merged: Record<string, unknown> = {};
  for (const keys of groupsOf([...Object.keys(into), ...Object.keys(from)])) {
    const [was, ours, theirs] = [pick(base, keys), pick(into, keys), pick(from, keys)];
    const isOurs = isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(was, theirs);
    if (!isOurs && !isDeepStrictEqual(was, ours)) return undefined;
    Object.assign(merged, isOurs ? ours : theirs);
  }
  return merged;
}

function groupsOf(keys: readonly string[]): string[][] {
  const others = [...new Set(keys)].filter((key) => !kindKeys.includes(key));
  return [...others.map((key) => [key]), kindKeys];
}

const pick = (object: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => Object.hasOwn(object, key)).map((key) => [key, object[key]]));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
