import type { Field } from '@tallyhook/schemas';
import type { ReadDocument } from './read.ts';
import { other } from '../answer/keys.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { accumulators, type NumberFacts } from './accumulators.ts';
import { factsOf, type PlanContext } from './facts-of.ts';
import { gatherRelated } from './gather-related.ts';
import { hasSeveralKeys, ownKey } from './general-keys.ts';
import { matchStages } from './match.ts';
import { pick } from './pick-groups.ts';
import { distinctMeasures, measuredFields, numbered, readIds, type Plan } from './plan.ts';
import { collectionOf, isLookedUp, lookUpTests, relatedTests } from './related.ts';
import { cleanValue } from './stored-kinds.ts';

/**
 * Lets the database do everything: it cleans each record's keys and values, groups, orders and limits. Every other plan
 * must give the same answer. It works for any number of groups, since only the requested ones are returned.
 */
export function generalPlan(question: NormalizedQuestion, context: PlanContext): Plan {
  const { groups, filter } = question;
  const facts = factsOf(question, context);
  const { collection } = facts;
  const begin = [...lookUpTests(question, context), ...matchStages(filter)];
  const overall = [...begin, ...gather(question, facts, []), ...sizes(question)];
  const byGroup = [
    ...begin,
    ...gather(question, facts, groups),
    ...gatherRelated(question, context),
    ...sizes(question),
    ...withoutOthers(groups),
    ...pick(question, facts),
  ];
  const targets = [...relatedTests(filter), ...groups.flatMap(({ via }) => via ?? [])].map(({ target }) => target);
  const others = [...new Set(targets)].flatMap((target) => collectionOf(target, context) ?? []);
  const from = others.length === 0 ? {} : { from: others };
  return {
    maker: 'general',
    question,
    reads: [
      { id: readIds.overall, kind: 'aggregate', collection, ...from, pipeline: overall },
      ...(groups.length === 0
        ? []
        : [{ id: readIds.groups, kind: 'aggregate' as const, collection, ...from, pipeline: byGroup }]),
    ],
    keyForms: groups.map(({ unit }) => (unit === undefined ? 'stored' : 'period')),
  };
}

/**
 * Groups with `n` records; per measured field `c<i>` values and the parts of its measures; per distinct measure a set
 * `d<i>`.
 */
function gather(question: NormalizedQuestion, facts: NumberFacts, groups: Group[]): ReadDocument[] {
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
        ...accumulators(measures, facts, (_, index) => value(index)),
        ...numbered('d', different, (_, index) => ({ $addToSet: differentValue(index) })),
      },
    },
  ];
}

/** Replaces sets by their sizes. */
function sizes({ measures }: NormalizedQuestion): ReadDocument[] {
  const different = distinctMeasures(measures);
  if (different.length === 0) return [];
  return [{ $set: numbered('d', different, ({ field }, index) => sizeOf(field, `$d${index}`)) }];
}

interface Cleaned {
  stages: ReadDocument[];
  /** Expressions by the index of the group, measured field or distinct measure. */
  key(index: number): unknown;
  value(index: number): unknown;
  differentValue(index: number): unknown;
}

/**
 * Clean keys and values. They need separate stages only if a group is a list, to make one document for each of a
 * record's groups. Without these stages, the database groups much faster and in less memory.
 *
 * Keys of known related records take thousands of comparisons, of which each record runs a dozen. In a `$group`, or a
 * `$project` before it, MongoDB compiles them all, which takes seconds; in a `$set` it does not.
 */
function cleaned(question: NormalizedQuestion, groups: Group[]): Cleaned {
  const fields = measuredFields(question.measures);
  const different = distinctMeasures(question.measures);
  const inPlace: Cleaned = {
    stages: [],
    key: (index) => rawKeyOf(groups[index]!, question),
    value: (index) => cleanValue(fields[index]!),
    differentValue: (index) => cleanValue(different[index]!.field),
  };
  const lists = groups.flatMap((group, index) => (isList(group) ? [`$g${index}`] : []));
  const isSearched = groups.some(({ values }) => values !== undefined);
  if (lists.length === 0 && !isSearched) return inPlace;
  const parts = {
    ...numbered('g', groups, (_, index) => inPlace.key(index)),
    ...numbered('v', fields, (_, index) => inPlace.value(index)),
    ...numbered('d', different, (_, index) => inPlace.differentValue(index)),
  };
  const unwinds = lists.map((path) => ({ $unwind: { path, preserveNullAndEmptyArrays: true } }));
  return {
    stages: [isSearched ? { $set: parts } : { $project: { _id: 0, ...parts } }, ...unwinds],
    key: (index) => (isLookedUp(groups[index]!) ? `$g${index}` : { $ifNull: [`$g${index}`, null] }),
    value: (index) => `$v${index}`,
    differentValue: (index) => `$d${index}`,
  };
}

/** For a related field, the stored relation: its records are looked up once for each of its groups. */
const rawKeyOf = (group: Group, question: NormalizedQuestion): unknown =>
  isLookedUp(group) ? `$${group.via!.field.name}` : ownKey(group, question);

/** Whether a group's key is a list while grouping; keys of looked-up records are made afterwards. */
const isList = (group: Group): boolean => !isLookedUp(group) && hasSeveralKeys(group);

/** Removes the group of other values if the question does not ask for it. */
function withoutOthers(groups: readonly Group[]): ReadDocument[] {
  const unasked = groups.flatMap(({ keep, other: hasOther }, index) => (keep && !hasOther ? [`_id.g${index}`] : []));
  return unasked.map((path) => ({ $match: { [path]: { $ne: { ...other } } } }));
}

/** The number of distinct values in a set, ignoring null; lists are united. */
function sizeOf({ many }: Field, set: string): object {
  const united = { $reduce: { input: set, initialValue: [], in: { $setUnion: ['$$value', '$$this'] } } };
  return { $size: many ? united : { $setDifference: [set, [null]] } };
}
