import type { Field, ReadDocument } from '@tallyhook/schemas';
import { openZone } from '../dates/zone.ts';
import type { Group, Measure, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { accumulators } from './accumulators.ts';
import { localDate } from './local-time.ts';
import { matchStages } from './match.ts';
import { distinctMeasures, measuredFields, readIds, type Plan } from './plan.ts';
import { isPresent, listOf, valueOrNull } from './stored-kinds.ts';

/**
 * Lets the database do everything: each record's keys and values are cleaned first, then grouped, ordered and cut. It is
 * what every other plan must equal, and it answers however many groups there are, for it hands over only those asked for.
 */
export function generalPlan(question: NormalizedQuestion, collection: string | null): Plan {
  const { groups } = question;
  const overall = [...matchStages(question.filter), ...gather(question, [])];
  const byGroup = [...matchStages(question.filter), ...gather(question, groups), ...pick(question)];
  return {
    maker: 'general',
    question,
    reads: [
      { id: readIds.overall, kind: 'aggregate', collection, pipeline: overall },
      ...(groups.length === 0
        ? []
        : [{ id: readIds.groups, kind: 'aggregate' as const, collection, pipeline: byGroup }]),
    ],
    keyForms: groups.map(({ unit }) => (unit === undefined ? 'stored' : 'period')),
  };
}

/** Groups with `n` records and, by measured field, `c<i>` values, the parts of measures, and `d<i>` different values. */
function gather(question: NormalizedQuestion, groups: Group[]): ReadDocument[] {
  const { measures } = question;
  const fields = measuredFields(measures);
  const different = distinctMeasures(measures);
  const { stages, key, value, differentValue } = cleaned(question, groups);
  return [
    ...stages,
    {
      $group: {
        _id: groups.length === 0 ? null : numbered('g', groups, (_, index) => key(index)),
        n: { $sum: 1 },
        ...numbered('c', fields, ({ many }, index) => ({
          $sum: { $cond: [{ $eq: [value(index), many ? [] : null] }, 0, 1] },
        })),
        ...accumulators(measures, (_, index) => value(index)),
        ...numbered('d', different, (_, index) => ({ $addToSet: differentValue(index) })),
      },
    },
    ...(different.length === 0
      ? []
      : [{ $set: numbered('d', different, ({ field }, index) => sizeOf(field, `$d${index}`)) }]),
  ];
}

interface Cleaned {
  stages: ReadDocument[];
  /** Expressions, by the place of the group, the measured field and the distinct measure. */
  key(index: number): unknown;
  value(index: number): unknown;
  differentValue(index: number): unknown;
}

/**
 * Clean keys and values. Only where a group is a list do they need stages of their own, which make one document for each
 * group that a record is in: without them, the database groups much quicker and in less memory.
 */
function cleaned(question: NormalizedQuestion, groups: Group[]): Cleaned {
  const fields = measuredFields(question.measures);
  const different = distinctMeasures(question.measures);
  const inPlace: Cleaned = {
    stages: [],
    key: (index) => cleanKey(groups[index]!, question),
    value: (index) => cleanValue(fields[index]!),
    differentValue: (index) => cleanValue(different[index]!.field),
  };
  const lists = groups.flatMap(({ field }, index) => (field.many ? [`$g${index}`] : []));
  if (lists.length === 0) return inPlace;
  const project = {
    _id: 0,
    ...numbered('g', groups, (_, index) => inPlace.key(index)),
    ...numbered('v', fields, (_, index) => inPlace.value(index)),
    ...numbered('d', different, (_, index) => inPlace.differentValue(index)),
  };
  const unwinds = lists.map((path) => ({ $unwind: { path, preserveNullAndEmptyArrays: true } }));
  return {
    stages: [{ $project: project }, ...unwinds],
    key: (index) => ({ $ifNull: [`$g${index}`, null] }),
    value: (index) => `$v${index}`,
    differentValue: (index) => `$d${index}`,
  };
}

/**
 * One document: `total` groups, and in `first` those asked for. They are the first in the order of the answer: periods in
 * time, then the first measure from the largest; no value comes last. Only they are kept in memory.
 */
function pick({ groups, measures, limit }: NormalizedQuestion): ReadDocument[] {
  const periods = groups.flatMap(({ unit }, index) => (unit === undefined ? [] : [index]));
  const things = groups.flatMap(({ unit }, index) => (unit === undefined ? [index] : []));
  const sortBy = Object.fromEntries([
    ...periods.flatMap((index) => [
      [`e${index}`, 1],
      [`_id.g${index}`, 1],
    ]),
    ...things.map((index) => [`e${index}`, 1]),
    ['measure', -1],
    ...things.map((index) => [`_id.g${index}`, 1]),
  ]) as ReadDocument;
  return [
    {
      $set: {
        ...numbered('e', groups, (_, index) => ({ $eq: [`$_id.g${index}`, null] })),
        measure: measured(measures[0]!, measures),
      },
    },
    {
      $group: {
        _id: null,
        total: { $sum: 1 },
        first: { $topN: { n: limit, sortBy, output: '$$ROOT' } },
      },
    },
  ];
}

/** A measure of a group, before rounding. */
function measured({ fn, field, name }: Measure, measures: readonly Measure[]): unknown {
  if (field === undefined) return '$n';
  if (fn === 'distinct') return `$d${distinctMeasures(measures).findIndex((other) => other.name === name)}`;
  const index = measuredFields(measures).findIndex((other) => other.name === field.name);
  if (fn === 'count') return `$c${index}`;
  if (fn === 'sum') return `$s${index}`;
  if (fn === 'min' || fn === 'max') return fn === 'min' ? `$lo${index}` : `$hi${index}`;
  return { $cond: [{ $eq: [`$c${index}`, 0] }, null, { $divide: [`$s${index}`, `$c${index}`] }] };
}

function cleanKey({ field, unit }: Group, { timezone, weekStart }: NormalizedQuestion): unknown {
  const value = `$${field.name}`;
  if (unit === undefined) return cleanValue(field);
  const date = localDate(value, openZone(field.kind === 'instant' ? timezone : 'UTC'));
  const period = { $dateTrunc: { date, unit, timezone: 'UTC', startOfWeek: weekStart } };
  return { $cond: [isPresent(field, value), period, null] };
}

const cleanValue = (field: Field): object =>
  field.many ? listOf(field, `$${field.name}`) : valueOrNull(field, `$${field.name}`);

/** How many different values a set holds, where null stands for none and lists are united. */
function sizeOf({ many }: Field, set: string): object {
  const united = { $reduce: { input: set, initialValue: [], in: { $setUnion: ['$$value', '$$this'] } } };
  return { $size: many ? united : { $setDifference: [set, [null]] } };
}

function numbered<Item>(
  letter: string,
  items: readonly Item[],
  write: (item: Item, index: number) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(items.map((item, index) => [`${letter}${index}`, write(item, index)]));
}
