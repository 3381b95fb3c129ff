import type { Field } from '@tallyhook/schemas';
import type { ReadDocument } from '../read.ts';
import { keysOf, type Key } from '../../answer/keys.ts';
import { openZone } from '../../dates/zone.ts';
import type { Filter, Group, NormalizedQuestion, Test } from '../../normalize/normalized-question.ts';

/** Some stored records: good for a guess, never for an answer. */
export type Sample = readonly ReadDocument[];

/** A record's own value in a field, since a field can be named like an inherited property of objects. */
export const valueIn = (record: ReadDocument, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** The most common key of a group in the sample. */
export function mostCommonKey(sample: Sample, group: Group, { timezone, weekStart }: NormalizedQuestion): Key {
  const { field, via, unit } = group;
  const form = field.kind === 'instant' ? 'instant' : 'stored';
  return once(sample, ['mostCommon', field, via, unit, timezone, weekStart], () => {
    const how = { group, form, zone: openZone(timezone), weekStart } as const;
    const counts = new Map<Key, number>();
    for (const record of sample) {
      const [key = null] = keysOf(valueIn(record, field.name), how);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts].reduce<[Key, number]>((one, other) => (other[1] > one[1] ? other : one), [null, 0])[0];
  });
}

/** Estimates the number of distinct values of a field. */
export function guessDifferent(sample: Sample, { name }: Field): number {
  return once(sample, ['different', name], () => guessNumber(sample.map((record) => String(valueIn(record, name)))));
}

/**
 * Estimates how many different ones there are of which these are a sample. Those seen only once or twice tell how many
 * the sample missed (Chao).
 */
export function guessNumber(seen: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const one of seen) counts.set(one, (counts.get(one) ?? 0) + 1);
  const seenTimes = (times: number) => [...counts.values()].filter((count) => count === times).length;
  const [single, double] = [seenTimes(1), seenTimes(2)];
  return counts.size + (single * (single - 1)) / (2 * (double + 1));
}

/** Cache by sample, since all questions within a minute share one. */
const cache = new WeakMap<Sample, Map<string, unknown>>();

function once<Value>(sample: Sample, of: readonly unknown[], find: () => Value): Value {
  const known = cache.get(sample) ?? new Map<string, unknown>();
  cache.set(sample, known);
  const name = JSON.stringify(of);
  if (!known.has(name)) known.set(name, find());
  return known.get(name) as Value;
}

/** The share of the sample that meets all tests. */
export function shareMatching(sample: Sample, tests: readonly Test[]): number {
  return (
    sample.filter((record) => tests.every((test) => meets(valueIn(record, test.field.name), test))).length /
    sample.length
  );
}

/** Whether an index can find the records that meet a test. */
export function isFindable(filter: Filter): filter is Extract<Test, { test: 'oneOf' | 'range' | 'allOf' }> {
  return 'test' in filter && (filter.test === 'oneOf' || filter.test === 'range' || filter.test === 'allOf');
}

function meets(raw: unknown, test: Test): boolean {
  const values: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  if (test.test === 'range') return values.some((value) => isWithin(value, test));
  if (test.test !== 'oneOf' && test.test !== 'allOf') return true;
  const wanted = test.values.map((value) => (typeof value === 'object' ? value.$oid : value));
  const has = (value: unknown) => values.includes(value);
  return test.test === 'oneOf' ? wanted.some(has) : wanted.every(has);
}

function isWithin(value: unknown, { gt, gte, lt, lte }: Extract<Test, { test: 'range' }>): boolean {
  if (typeof value !== 'number' && !(value instanceof Date)) return false;
  return !(
    value <= (gt ?? -Infinity) ||
    value < (gte ?? -Infinity) ||
    value >= (lt ?? Infinity) ||
    value > (lte ?? Infinity)
  );
}
