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

/** Up to so many different pairs of group and value, one scan is quicker than two. */
const mostPairs = 40_000;
/** Of more records a guess will not do: several hundred thousand pairs do not fit into the memory of a question. */
const mostGuessed = 400_000;

export interface DifferentReadsOptions {
  collection: string | null;
  mostRows: number;
  /** About how many records there are. */
  mostRecords: number;
  recordsOf: RecordsOf;
}

/** The reads that count different values, by group and over everything: sets are united by the database. */
export function differentReads(
  question: NormalizedQuestion,
  { collection, mostRows, ...known }: DifferentReadsOptions,
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
      read(readIds.different(index), ...pipeline, { $limit: mostRows + 1 });
    // Each pair holds its group once more, which sets do not: they may fit where pairs did not.
    const byPairs = (pipeline: ReadDocument[]) => ({ ...byGroup(...pipeline), mayOutgrow: true });
    if (hasFewPairs(field, question, known)) return [byPairs(countBoth(field, question))];
    if (canBeSets(field, question)) return [overall, byGroup(...countSets(field, question))];
    return [overall, byPairs(countPairs(field, question))];
  });
}

function hasFewPairs(
  field: Field,
  question: NormalizedQuestion,
  { mostRecords, recordsOf }: Pick<DifferentReadsOptions, 'mostRecords' | 'recordsOf'>,
): boolean {
  const isSure = mostRecords <= mostGuessed || !question.groups.some((group) => isGuessed(group, recordsOf));
  return isSure && expectedPairs(field, question, recordsOf) <= mostPairs;
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
 * The different pairs of key and value as they lie in the records, which is quick; where there are lists, these are then
 * taken apart, and what is in them is clean.
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
 * The groups of each value, then how many values have the same groups: few rows are left of thousands of pairs. To these
 * one more group is added that stands for everything, so what is different overall comes out of the same scan. What is no
 * value has groups too, of which it is none.
 */
function countBoth(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const names = groupNames(question);
  const isOne = names.length === 1;
  // One key is quicker without an object around it.
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

/** By pairs, cleaned: for lists, and for days, which lie in many groups that are one period. */
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
 * By the set of values of each group as it lies in the records, which takes the least time and memory where most values
 * are different. A key that is a value is that of one set; all others are no value, and the sets of these are united.
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

/** Keys as the answer has them; `found` gives the expression of one by its name. */
const cleanKeys = (question: NormalizedQuestion, found: (name: string) => string): ReadDocument =>
  Object.fromEntries(
    question.groups.map((group, index) => [`g${index}`, cleanKey(group, found(`g${index}`), question)]),
  );

function rawKey(group: Group, question: NormalizedQuestion): unknown {
  return group.field.kind === 'instant' ? periodOf(group, question) : `$${group.field.name}`;
}

/** A key as the answer has it: a value, a list of them, or the first day of a period. */
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
