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
  const { groups, limit } = question;
  const overall = [...clean(question, []), ...gather(question, [])];
  const byGroup = [
    ...clean(question, groups),
    ...gather(question, groups),
    { $setWindowFields: { output: { total: { $count: {} } } } },
    ...order(question),
    { $limit: limit },
  ];
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

/** One document for each group that a record is in, with clean keys `g<i>` and values `v<i>` and `d<i>`. */
function clean(question: NormalizedQuestion, groups: Group[]): ReadDocument[] {
  const { filter, measures } = question;
  const fields = measuredFields(measures);
  const different = distinctMeasures(measures);
  const lists = groups.flatMap(({ field }, index) => (field.many ? [`$g${index}`] : []));
  return [
    ...matchStages(filter),
    {
      $project: {
        _id: 0,
        ...numbered('g', groups, (group) => cleanKey(group, question)),
        ...numbered('v', fields, cleanValue),
        ...numbered('d', different, ({ field }) => cleanValue(field)),
      },
    },
    ...lists.map((path) => ({ $unwind: { path, preserveNullAndEmptyArrays: true } })),
  ];
}

/** Groups with `n` records and, by measured field, `c<i>` values, the parts of measures, and `d<i>` different values. */
function gather({ measures }: NormalizedQuestion, groups: Group[]): ReadDocument[] {
  const fields = measuredFields(measures);
  const different = distinctMeasures(measures);
  return [
    {
      $group: {
        _id: groups.length === 0 ? null : numbered('g', groups, (_, index) => ({ $ifNull: [`$g${index}`, null] })),
        n: { $sum: 1 },
        ...numbered('c', fields, ({ many }, index) => ({
          $sum: { $cond: [{ $eq: [`$v${index}`, many ? [] : null] }, 0, 1] },
        })),
        ...accumulators(measures, (_, index) => `$v${index}`),
        ...numbered('d', different, (_, index) => ({ $addToSet: `$d${index}` })),
      },
    },
    ...(different.length === 0
      ? []
      : [{ $set: numbered('d', different, ({ field }, index) => sizeOf(field, `$d${index}`)) }]),
  ];
}

/** The order of the answer: periods in time, then the first measure from the largest; no value comes last. */
function order({ groups, measures }: NormalizedQuestion): ReadDocument[] {
  const periods = groups.flatMap(({ unit }, index) => (unit === undefined ? [] : [index]));
  const things = groups.flatMap(({ unit }, index) => (unit === undefined ? [index] : []));
  return [
    {
      $set: {
        ...numbered('e', groups, (_, index) => ({ $eq: [`$_id.g${index}`, null] })),
        first: measured(measures[0]!, measures),
      },
    },
    {
      $sort: Object.fromEntries([
        ...periods.flatMap((index) => [
          [`e${index}`, 1],
          [`_id.g${index}`, 1],
        ]),
        ...things.map((index) => [`e${index}`, 1]),
        ['first', -1],
        ...things.map((index) => [`_id.g${index}`, 1]),
      ]) as ReadDocument,
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
