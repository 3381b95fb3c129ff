import type { ReadDocument } from './read.ts';
import { other } from '../answer/keys.ts';
import { maxDigits } from '../answer/round.ts';
import { placeInWeekExpression } from '../dates/cycles.ts';
import { limits } from '../grammar.ts';
import type { Having, Measure, NormalizedQuestion, OrderStep } from '../normalize/normalized-question.ts';
import { mayCancel, type NumberFacts } from './accumulators.ts';
import { orderSteps } from './order-steps.ts';
import { distinctMeasures, measuredPlace, numbered } from './plan.ts';

/**
 * Returns one document: `all` counts the groups, `total` those that meet the conditions, and `first` holds the
 * requested ones in answer order, and one more if there are two groupings: it shows whether the limit cuts through a
 * first group. Groups that meet the conditions come before all others. Only these are kept in memory. If periods are to
 * be filled, `first` holds as many groups as an answer can have.
 */
export function pick(question: NormalizedQuestion, facts: NumberFacts): ReadDocument[] {
  const { groups, measures, having, limit, weekStart } = question;
  const steps = orderSteps(question);
  const asked: [string, 1 | -1][] = having.length === 0 ? [] : [['isAsked', -1]];
  const sortBy = sortDocument([...asked, ...steps.flatMap((step) => sortKeys(step, question))]);
  const isFilled = groups.some(({ fill }) => fill !== undefined);
  const n = (isFilled ? limits.rows : limit) + (groups.length > 1 ? 1 : 0);
  const whole = totals(question, facts, steps);
  return [
    // Small documents, because they are sorted in memory. With conditions, their fields are needed first.
    ...(having.length === 0 ? whole : []),
    {
      $set: {
        ...numbered('e', groups, (_, index) => rankOf(`$_id.g${index}`, groups[index]!.keep !== undefined)),
        ...Object.fromEntries(
          groups.flatMap(({ unit }, index) =>
            unit === 'dayOfWeek' ? [[`w${index}`, placeInWeekExpression(`$_id.g${index}`, weekStart)]] : [],
          ),
        ),
        ...numbered('m', measures, (measure) => measured(measure, measures, facts)),
      },
    },
    {
      $set: {
        ...numbered('u', measures, (_, index) => ({ $eq: [`$m${index}`, null] })),
        ...(having.length === 0 ? {} : { isAsked: { $and: having.map((one) => meets(one, measures)) } }),
      },
    },
    ...(having.length === 0 ? [] : whole),
    {
      $group: {
        _id: null,
        all: { $sum: 1 },
        total: { $sum: having.length === 0 ? 1 : { $cond: ['$isAsked', 1, 0] } },
        first: { $topN: { n, sortBy, output: '$$ROOT' } },
      },
    },
  ];
}

/**
 * Sets `t<i>`, the measures that order whole first groups, over all their rows that meet the conditions, and whether
 * they have no value as `tu<i>`.
 */
function totals(
  { measures, having }: NormalizedQuestion,
  facts: NumberFacts,
  steps: readonly OrderStep[],
): ReadDocument[] {
  const isDeciding = ({ name }: Measure) => steps.some((step) => step.by === 'total' && step.measure === name);
  const deciding = measures.flatMap((measure, index) => (isDeciding(measure) ? [[measure, index] as const] : []));
  if (deciding.length === 0) return [];
  const parts = new Set(deciding.flatMap(([measure]) => partsOf(measure, measures)));
  const added = [...parts].map((part) => {
    const operator = part.startsWith('lo') ? '$min' : part.startsWith('hi') ? '$max' : '$sum';
    const value = having.length === 0 ? `$${part}` : { $cond: ['$isAsked', `$${part}`, null] };
    return [`whole.${part}`, { [operator]: value, window: { documents: ['unbounded', 'unbounded'] } }];
  });
  const set = (write: (measure: Measure, index: number) => [string, unknown]): ReadDocument => ({
    $set: Object.fromEntries(deciding.map(([measure, index]) => write(measure, index))),
  });
  return [
    { $setWindowFields: { partitionBy: '$_id.g0', output: Object.fromEntries(added) as ReadDocument } },
    set((measure, index) => [`t${index}`, measured(measure, measures, facts, '$whole.')]),
    set((_, index) => [`tu${index}`, { $eq: [`$t${index}`, null] }]),
  ];
}

/** The names of what a measure is computed from. */
function partsOf({ fn, field, name }: Measure, measures: readonly Measure[]): string[] {
  if (field === undefined) return ['n'];
  if (fn === 'distinct') return [`d${distinctMeasures(measures).findIndex((other) => other.name === name)}`];
  const index = measuredPlace(field, measures);
  return [`s${index}`, `sn${index}`, `c${index}`, `lo${index}`, `hi${index}`];
}

/** Of duplicate keys, the first one counts. */
function sortDocument(keys: readonly [string, 1 | -1][]): ReadDocument {
  const sortBy: ReadDocument = {};
  for (const [name, direction] of keys) sortBy[name] ??= direction;
  return sortBy;
}

function sortKeys(step: OrderStep, { measures, groups }: NormalizedQuestion): [string, 1 | -1][] {
  if (step.by === 'presence') return [[`e${step.group}`, 1]];
  if (step.by === 'key') {
    const isOrderedByWeek = groups[step.group]!.unit === 'dayOfWeek';
    return [[isOrderedByWeek ? `w${step.group}` : `_id.g${step.group}`, step.direction]];
  }
  const index = measures.findIndex(({ name }) => name === step.measure);
  const [missing, value] = step.by === 'total' ? ['tu', 't'] : ['u', 'm'];
  return [
    [`${missing}${index}`, 1],
    [`${value}${index}`, step.direction],
  ];
}

/** Values first, then the group of all other values, then no value. */
function rankOf(key: string, hasOthers: boolean): object {
  const isNothing = { $cond: [{ $eq: [key, null] }, 2, 0] };
  return hasOthers ? { $cond: [{ $eq: [key, { $literal: { ...other } }] }, 1, isNothing] } : isNothing;
}

function meets({ measure, isNot, bounds: { gt, gte, lt, lte } }: Having, measures: readonly Measure[]): object {
  const value = `$m${measures.findIndex(({ name }) => name === measure)}`;
  const bounds = Object.entries({ $gt: gt, $gte: gte, $lt: lt, $lte: lte }).filter(([, bound]) => bound !== undefined);
  const isWithin = {
    $and: [{ $ne: [value, null] }, ...bounds.map(([operator, bound]) => ({ [operator]: [value, bound] }))],
  };
  return isNot ? { $not: [isWithin] } : isWithin;
}

/** A group's measure as the answer shows it, from its parts `from` there. */
function measured(measure: Measure, measures: readonly Measure[], facts: NumberFacts, from = '$'): unknown {
  const { fn, field } = measure;
  const value = beforeRounding(measure, measures, from);
  if (fn !== 'sum' && fn !== 'avg') return value;
  if (!mayCancel(field!, facts)) return rounded(value);
  const index = measuredPlace(field!, measures);
  const magnitude = { $subtract: [`${from}s${index}`, { $multiply: [2, `${from}sn${index}`] }] };
  // Avoids division by 0; without values, the average is null.
  return rounded(value, fn === 'sum' ? magnitude : { $divide: [magnitude, { $max: [`${from}c${index}`, 1] }] });
}

/** The same as `roundMeasure`, except that a value halfway between two may be rounded to the other one. */
function rounded(value: unknown, magnitude: unknown = 0): object {
  const size = { $abs: '$$value' };
  const whole = { $max: [size, '$$magnitude'] };
  const isUsual = { $and: [{ $gt: [size, 1e-80] }, { $lt: [whole, 1e28] }] };
  // A power of ten may have come out just below it.
  const lost = { $floor: { $add: [{ $log10: whole }, 1e-7] } };
  const places = {
    $min: [{ $subtract: [maxDigits - 1, { $floor: { $log10: size } }] }, { $subtract: [maxDigits, lost] }],
  };
  const isNoise = { $lt: [size, { $pow: [10, { $subtract: [lost, maxDigits] }] }] };
  const usual = { $cond: [isNoise, 0, { $round: ['$$value', places] }] };
  return { $let: { vars: { value, magnitude }, in: { $cond: [isUsual, usual, '$$value'] } } };
}

function beforeRounding({ fn, field, name }: Measure, measures: readonly Measure[], from: string): unknown {
  if (field === undefined) return `${from}n`;
  if (fn === 'distinct') return `${from}d${distinctMeasures(measures).findIndex((other) => other.name === name)}`;
  const index = measuredPlace(field, measures);
  if (fn === 'count') return `${from}c${index}`;
  if (fn === 'sum') return `${from}s${index}`;
  if (fn === 'min' || fn === 'max') return fn === 'min' ? `${from}lo${index}` : `${from}hi${index}`;
  return { $cond: [{ $eq: [`${from}c${index}`, 0] }, null, { $divide: [`${from}s${index}`, `${from}c${index}`] }] };
}
