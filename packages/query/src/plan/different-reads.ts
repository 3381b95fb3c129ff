import type { Field } from '@tallyhook/schemas';
import type { AggregateRead, ReadDocument } from './read.ts';
import { openZone } from '../dates/zone.ts';
import type { Period } from '../grammar.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { expectedPairs, isGuessed, type RecordsOf } from './expected-pairs.ts';
import { localPeriod } from './local-time.ts';
import { matchStages } from './match.ts';
import { periodOf } from './period-search.ts';
import { distinctMeasures, readIds } from './plan.ts';
import { isPresent, listOf, presentCondition, valueOrNull } from './stored-kinds.ts';

/** Up to this many distinct pairs of group and value, one scan is faster than two. */
const maxPairs = 40_000;
/** With more records, do not rely on a guess: several hundred thousand pairs exceed a question's memory. */
const maxGuessedRecords = 400_000;

export interface DifferentReadsOptions {
  collection: string | null;
  maxRows: number;
  /** Approximate number of records. */
  maxRecords: number;
  recordsOf: RecordsOf;
}

/** Reads that count distinct values by group and overall; the database unites the sets. */
export function differentReads(
  question: NormalizedQuestion,
  { collection, maxRows, ...known }: DifferentReadsOptions,
): AggregateRead[] {
  const begin = matchStages(question.filter);
  const isGrouped = question.groups.length > 0;
  return distinctMeasures(question.measures).flatMap(({ field }, index): AggregateRead[] => {
    const read = (id: string, ...pipeline: ReadDocument[]): AggregateRead => {
      return { id, kind: 'aggregate', collection, pipeline: [...begin, ...pipeline] };
    };
    const overall = read(readIds.overallDifferent(index), ...countDifferent(field));
    if (!isGrouped) return [overall];
    const byGroup = (...pipeline: ReadDocument[]) =>
      read(readIds.different(index), ...pipeline, { $limit: maxRows + 1 });
    // Each pair repeats its group, which sets do not, so sets may fit in memory where pairs did not.
    const byPairs = (pipeline: ReadDocument[]) => ({ ...byGroup(...pipeline), mayOutgrow: true });
    if (hasFewPairs(field, question, known)) return [byPairs(countBoth(field, question))];
    if (canBeSets(field, question)) return [overall, byGroup(...countSets(field, question))];
    return [overall, byPairs(countPairs(field, question))];
  });
}

function hasFewPairs(
  field: Field,
  question: NormalizedQuestion,
  { maxRecords, recordsOf }: Pick<DifferentReadsOptions, 'maxRecords' | 'recordsOf'>,
): boolean {
  const isSure = maxRecords <= maxGuessedRecords || !question.groups.some((group) => isGuessed(group, recordsOf));
  return isSure && expectedPairs(field, question, recordsOf) <= maxPairs;
}

function countDifferent(field: Field): ReadDocument[] {
  const different: ReadDocument[] = [{ $group: { _id: `$${field.name}` } }];
  if (field.many) {
    different.push({ $project: { v: listOf(field, '$_id') } }, { $unwind: '$v' }, { $group: { _id: '$v' } });
  } else {
    different.push({ $match: { _id: presentCondition(field) } });
  }
  return [...different, { $count: 'n' }];
}

const groupNames = ({ groups }: NormalizedQuestion): string[] => groups.map((_, index) => `g${index}`);

const hasLists = (field: Field, { groups }: NormalizedQuestion): boolean =>
  field.many || groups.some((group) => group.field.many);

/**
 * Distinct pairs of key and value as stored, which is fast. If there are lists, unwinds them afterwards and removes
 * invalid values.
 */
function differentPairs(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const raw = { $group: { _id: { ...rawKeys(question), v: `$${field.name}` } } };
  return hasLists(field, question) ? [raw, ...cleanPairs(field, question)] : [raw];
}

function cleanPairs(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const names = groupNames(question);
  const lists = [...question.groups.map((group) => group.field), field].flatMap(({ many }, index) =>
    many ? [names[index] ?? 'v'] : [],
  );
  return [
    {
      $project: {
        _id: 0,
        ...cleanKeys(question, (name) => `$_id.${name}`),
        v: field.many ? listOf(field, '$_id.v') : valueOrNull(field, '$_id.v'),
      },
    },
    ...lists.map((name) => ({ $unwind: { path: `$${name}`, preserveNullAndEmptyArrays: true } })),
    { $group: { _id: Object.fromEntries([...names, 'v'].map((name) => [name, { $ifNull: [`$${name}`, null] }])) } },
  ];
}

/**
 * Collects the groups of each value, then counts the values with the same groups, which leaves few rows of thousands of
 * pairs. Each row also gets an extra group for everything, so that the same scan gives the overall count. Invalid
 * values have groups too but count as 0.
 */
function countBoth(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const names = groupNames(question);
  const isOne = names.length === 1;
  // A single key is faster without an object around it.
  const known = isOne
    ? { $ifNull: ['$_id.g0', null] }
    : Object.fromEntries(names.map((name) => [name, `$_id.${name}`]));
  const found = (name: string) => (isOne ? '$$key' : `$$key.${name}`);
  const clean = hasLists(field, question)
    ? Object.fromEntries(names.map((name) => [name, found(name)]))
    : cleanKeys(question, found);
  const keys = { $setUnion: [{ $map: { input: '$_id', as: 'key', in: clean } }, []] };
  return [
    ...differentPairs(field, question),
    { $group: { _id: '$_id.v', keys: { $push: known } } },
    { $group: { _id: { $setUnion: ['$keys', []] }, n: { $sum: { $cond: [isPresent(field, '$_id'), 1, 0] } } } },
    { $project: { _id: 0, n: 1, keys: { $concatArrays: [keys, [{ everything: true }]] } } },
    { $unwind: '$keys' },
    { $group: { _id: '$keys', n: { $sum: '$n' } } },
  ];
}

/** Counts clean pairs: for lists, and for days, of which many belong to the same period. */
function countPairs(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const pairs = hasLists(field, question)
    ? differentPairs(field, question)
    : [...differentPairs(field, question), ...cleanPairs(field, question)];
  const key = Object.fromEntries(groupNames(question).map((name) => [name, `$_id.${name}`]));
  return [...pairs, { $group: { _id: key, n: { $sum: { $cond: [{ $eq: ['$_id.v', null] }, 0, 1] } } } }];
}

const canBeSets = (field: Field, question: NormalizedQuestion): boolean =>
  !hasLists(field, question) && question.groups.every((group) => group.field.kind !== 'day');

/**
 * Collects a set of values for each stored key, which takes the least time and memory if most values are distinct. A
 * valid key has only one set; all other keys count as no value, so their sets are united.
 */
function countSets(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const keys = question.groups.flatMap((group, index) =>
    group.field.kind === 'instant' ? [] : [isPresent(group.field, `$_id.g${index}`)],
  );
  const isAlone = { $and: keys };
  return [
    { $group: { _id: rawKeys(question), v: { $addToSet: `$${field.name}` } } },
    {
      $project: {
        isAlone,
        _id: cleanKeys(question, (name) => `$_id.${name}`),
        v: { $filter: { input: '$v', as: 'one', cond: isPresent(field, '$$one') } },
      },
    },
    { $project: { n: { $cond: ['$isAlone', { $size: '$v' }, 0] }, v: { $cond: ['$isAlone', [], '$v'] } } },
    { $unwind: { path: '$v', preserveNullAndEmptyArrays: true } },
    { $group: { _id: { key: '$_id', v: '$v' }, n: { $max: '$n' } } },
    { $group: { _id: '$_id.key', n: { $sum: { $cond: [{ $eq: [{ $type: '$_id.v' }, 'missing'] }, '$n', 1] } } } },
  ];
}

const rawKeys = (question: NormalizedQuestion): ReadDocument =>
  Object.fromEntries(question.groups.map((group, index) => [`g${index}`, rawKey(group, question)]));

/** Keys as in the answer; `found` returns the expression of a stored key. */
const cleanKeys = (question: NormalizedQuestion, found: (name: string) => string): ReadDocument =>
  Object.fromEntries(
    question.groups.map((group, index) => [`g${index}`, cleanKey(group, found(`g${index}`), question)]),
  );

function rawKey(group: Group, question: NormalizedQuestion): unknown {
  return group.field.kind === 'instant' ? periodOf(group, question) : `$${group.field.name}`;
}

/** A key as in the answer: a value, a list of values, or the first day of a period. */
function cleanKey({ field, unit }: Group, value: string, { weekStart }: NormalizedQuestion): unknown {
  if (field.kind === 'instant') return value;
  if (field.many) return listOf(field, value);
  if (field.kind !== 'day') return valueOrNull(field, value);
  return {
    $cond: [
      isPresent(field, value),
      localPeriod(value, { zone: openZone('UTC'), unit: unit as Period, weekStart }),
      null,
    ],
  };
}
