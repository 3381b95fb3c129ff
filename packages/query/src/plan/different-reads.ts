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
    const found = [...differentPairs(field, question), ...(isOneScan ? countBoth(question) : countByGroup(question))];
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
  const raw: ReadDocument = Object.fromEntries(groups.map((group, index) => [`g${index}`, rawKey(group, question)]));
  const clean: ReadDocument = Object.fromEntries(
    groups.map((group, index) => [`g${index}`, cleanKey(group, index, question)]),
  );
  const lists = [...groups.map((group) => group.field), field].flatMap(({ many }, index) =>
    many ? [names[index] ?? 'v'] : [],
  );
  return [
    { $group: { _id: { ...raw, v: `$${field.name}` } } },
    { $project: { _id: 0, ...clean, v: field.many ? listOf(field, '$_id.v') : valueOrNull(field, '$_id.v') } },
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
 * scan. Groups of no value stay documents of their own, since there may be very many.
 */
function countBoth(question: NormalizedQuestion): ReadDocument[] {
  const key = Object.fromEntries(groupNames(question).map((name) => [name, `$_id.${name}`]));
  const isNone = { $eq: ['$_id.v', null] };
  return [
    { $group: { _id: { v: '$_id.v', none: { $cond: [isNone, key, null] } }, keys: { $push: key } } },
    { $project: { keys: { $cond: [isNone, '$keys', { $concatArrays: ['$keys', [{ everything: true }]] }] } } },
    { $unwind: '$keys' },
    { $group: { _id: '$keys', n: { $sum: { $cond: [isNone, 0, 1] } } } },
  ];
}

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
