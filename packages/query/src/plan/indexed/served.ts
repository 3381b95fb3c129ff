import type { Field } from '@tallyhook/schemas';
import type { CollectionFacts } from '../read.ts';
import { isPeriod } from '../../grammar.ts';
import type { Filter, Group, NormalizedQuestion, Test } from '../../normalize/normalized-question.ts';

/** A question that a single index can answer. */
export interface Served {
  index: string;
  /** The filter's tests, which must all hold: each for one value or a range. */
  tests: Test[];
  /** The group by value, and the group by period. */
  values?: Group;
  periods?: Group;
}

/** Numbers are excluded: some are equal but not identical. */
const valueKinds = new Set<Field['kind']>(['text', 'choice', 'person', 'relation', 'yesNo']);

export const isOfValues = ({ kind, many }: Field): boolean => valueKinds.has(kind) && !many;

/**
 * Finds an index that starts with the fields that the question compares or groups by value, followed by the field of
 * its ranges, periods or `different` values. Undefined if there is none, or if the question needs more.
 */
export function servedBy(
  { groups, filter }: NormalizedQuestion,
  { indexes }: Pick<CollectionFacts, 'indexes'>,
  different?: Field,
): Served | undefined {
  const [values, another] = groups.filter(({ unit }) => unit === undefined);
  const [periods, other] = groups.filter(({ unit }) => unit !== undefined);
  const tests = plainTests(filter);
  const isPlain = groups.every(
    ({ via, top, keep, unit }) =>
      via === undefined && top === undefined && keep === undefined && (unit === undefined || isPeriod(unit)),
  );
  if (!isPlain || another || other || !tests || (values && !isOfValues(values.field))) return undefined;
  const compared = tests.filter(({ test }) => test === 'oneOf').map(({ field }) => field.name);
  const first = new Set([...compared, ...(values ? [values.field.name] : [])]);
  const then = new Set([
    ...tests.filter(({ test }) => test === 'range').map(({ field }) => field.name),
    ...(periods ? [periods.field.name] : []),
    ...(different ? [different.name] : []),
  ]);
  if (then.size > 1) return undefined;
  const index = indexes.find(({ key }) => {
    const names = Object.keys(key);
    return (
      isOrdered(key) && names.slice(0, first.size).every((name) => first.has(name)) && beginsWith(names, first, then)
    );
  });
  return index && { index: index.name, tests, ...(values && { values }), ...(periods && { periods }) };
}

const beginsWith = (names: string[], first: Set<string>, then: Set<string>): boolean =>
  names.length >= first.size + then.size && (then.size === 0 || then.has(names[first.size]!));

/** Whether an index keeps values in order: not a hashed or text index. */
export const isOrdered = (key: CollectionFacts['indexes'][number]['key']): boolean =>
  Object.values(key).every((order) => order === 1 || order === -1);

/** The tests of a filter, if it has only single values and ranges of single-valued fields; otherwise undefined. */
function plainTests(filter: Filter): Test[] | undefined {
  if ('test' in filter) return isPlainTest(filter) ? [filter] : undefined;
  if (!('all' in filter)) return undefined;
  const parts = filter.all.map(plainTests);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function isPlainTest(test: Test): boolean {
  if (test.field.many) return false;
  return test.test === 'range' || (test.test === 'oneOf' && test.values.length === 1);
}
