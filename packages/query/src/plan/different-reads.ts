import type { AggregateRead, Field, ReadDocument } from '@tallyhook/schemas';
import { openZone } from '../dates/zone.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { localPeriod } from './local-time.ts';
import { matchStages } from './match.ts';
import { periodOf } from './period-search.ts';
import { distinctMeasures, readIds } from './plan.ts';
import { isPresent, listOf, presentCondition, valueOrNull } from './stored-kinds.ts';

/** Up to so many records, one scan is quicker than two; beyond, most values may be different ones, and the groups of each are much to hold. */
const mostForOneScan = 400_000;

export interface DifferentReadsOptions {
  collection: string | null;
  mostRows: number;
  /** About how many records there are. */
  mostRecords: number;
}

/** The reads that count different values, by group and over everything: sets are united by the database. */
export function differentReads(
  question: NormalizedQuestion,
  { collection, mostRows, mostRecords }: DifferentReadsOptions,
): AggregateRead[] {
  const begin = matchStages(question.filter);
  const isGrouped = question.groups.length > 0;
  return distinctMeasures(question.measures).flatMap(({ field }, index): AggregateRead[] => {
    const isOneScan = isGrouped && isReference(field) && mostRecords <= mostForOneScan;
    const overall = [...begin, ...countDifferent(field)];
    const found = isOneScan
      ? countBoth(field, question)
      : [...differentPairs(field, question), ...countByGroup(question)];
    const byGroup = [...begin, ...found, { $limit: mostRows + 1 }];
    return [
      ...(isOneScan
        ? []
        : [{ id: readIds.overallDifferent(index), kind: 'aggregate' as const, collection, pipeline: overall }]),
      ...(isGrouped
        ? [{ id: readIds.different(index), kind: 'aggregate' as const, collection, pipeline: byGroup }]
        : []),
    ];
  });
}

/** Many records have the same value of such a field, as a rule. */
const isReference = ({ kind }: Field): boolean => kind === 'relation' || kind === 'person' || kind === 'choice';

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

/** First the different pairs of key and value as they lie in the records, which is quick; then those are put in order. */
function differentPairs(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const { groups } = question;
  const names = groupNames(question);
  const lists = [...groups.map((group) => group.field), field].flatMap(({ many }, index) =>
    many ? [names[index] ?? 'v'] : [],
  );
  return [
    rawPairs(field, question),
    {
      $project: {
        _id: 0,
        ...cleanKeys(question),
        v: field.many ? listOf(field, '$_id.v') : valueOrNull(field, '$_id.v'),
      },
    },
    ...lists.map((name) => ({ $unwind: { path: `$${name}`, preserveNullAndEmptyArrays: true } })),
    { $group: { _id: Object.fromEntries([...names, 'v'].map((name) => [name, { $ifNull: [`$${name}`, null] }])) } },
  ];
}

function countByGroup(question: NormalizedQuestion): ReadDocument[] {
  return [
    {
      $group: {
        _id: Object.fromEntries(groupNames(question).map((name) => [name, `$_id.${name}`])),
        n: { $sum: { $cond: [{ $eq: ['$_id.v', null] }, 0, 1] } },
      },
    },
  ];
}

/**
 * The groups of each value, with one more that stands for everything: so what is different overall comes out of the same
 * scan. What is no value has groups too, of which it is none.
 */
function countBoth(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const hasLists = field.many || question.groups.some((group) => group.field.many);
  const known = Object.fromEntries(groupNames(question).map((name) => [name, `$_id.${name}`]));
  const pairs = hasLists ? differentPairs(field, question) : [rawPairs(field, question)];
  return [
    ...pairs,
    { $group: { _id: '$_id.v', keys: { $push: hasLists ? known : cleanKeys(question) } } },
    { $project: { keys: { $concatArrays: [{ $setUnion: ['$keys', []] }, [{ everything: true }]] } } },
    { $unwind: '$keys' },
    { $group: { _id: '$keys', n: { $sum: { $cond: [isPresent(field, '$_id'), 1, 0] } } } },
  ];
}

/** The different pairs as they lie in the records, in `_id`. */
function rawPairs(field: Field, question: NormalizedQuestion): ReadDocument {
  const keys = question.groups.map((group, index) => [`g${index}`, rawKey(group, question)]);
  return { $group: { _id: { ...(Object.fromEntries(keys) as ReadDocument), v: `$${field.name}` } } };
}

/** The keys of such pairs as the answer has them. */
const cleanKeys = (question: NormalizedQuestion): ReadDocument =>
  Object.fromEntries(question.groups.map((group, index) => [`g${index}`, cleanKey(group, index, question)]));

function rawKey(group: Group, question: NormalizedQuestion): unknown {
  return group.field.kind === 'instant' ? periodOf(group, question) : `$${group.field.name}`;
}

/** A key as the answer has it: a value, a list of them, or the first day of a period. */
function cleanKey({ field, unit }: Group, index: number, { weekStart }: NormalizedQuestion): unknown {
  const value = `$_id.g${index}`;
  if (field.kind === 'instant') return value;
  if (field.many) return listOf(field, value);
  if (field.kind !== 'day') return valueOrNull(field, value);
  return {
    $cond: [isPresent(field, value), localPeriod(value, { zone: openZone('UTC'), unit: unit!, weekStart }), null],
  };
}
