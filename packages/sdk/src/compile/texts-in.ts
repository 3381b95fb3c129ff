import type { JsonPath } from './source-file.ts';

/** The texts of a JSON value, each with its place; names of keys are none. */
export function textsIn(value: unknown, path: JsonPath = []): { path: JsonPath; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((child, index) => textsIn(child, [...path, index]));
  return Object.entries(value).flatMap(([key, child]) => textsIn(child, [...path, key]));
}
