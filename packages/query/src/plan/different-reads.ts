import type { AggregateRead, Field, ReadDocument } from '@tallyhook/schemas';
import { openZone } from '../dates/zone.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { localPeriod } from './local-time.ts';
import { matchStages } from './match.ts';
import { periodOf } from './period-search.ts';
import { distinctMeasures, readIds } from './plan.ts';
import { isPresent, listOf, presentCondition, valueOrNull } from './stored-kinds.ts';

/** The reads that count different values, by group and over everything: sets are united by the database. */
export function differentReads(
  question: NormalizedQuestion,
  collection: string | null,
  mostRows: number,
): AggregateRead[] {
  const begin = matchStages(question.filter);
  return distinctMeasures(question.measures).flatMap(({ field }, index): AggregateRead[] => {
    const overall = [...begin, ...countDifferent(field)];
    const byGroup = [...begin, ...countByGroup(field, question), { $limit: mostRows + 1 }];
    return [
      { id: readIds.overallDifferent(index), kind: 'aggregate', collection, pipeline: overall },
      ...(question.groups.length === 0
        ? []
        : [{ id: readIds.different(index), kind: 'aggregate' as const, collection, pipeline: byGroup }]),
    ];
  });
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

/** First the different pairs of key and value as they lie in the records, which is quick; then those are put in order. */
function countByGroup(field: Field, question: NormalizedQuestion): ReadDocument[] {
  const { groups } = question;
  const names = groups.map((_, index) => `g${index}`);
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
    {
      $group: {
        _id: Object.fromEntries(names.map((name) => [name, `$_id.${name}`])),
        n: { $sum: { $cond: [{ $eq: ['$_id.v', null] }, 0, 1] } },
      },
    },
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
