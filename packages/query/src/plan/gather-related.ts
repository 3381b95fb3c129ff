import type { ReadDocument } from './read.ts';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import { accumulators } from './accumulators.ts';
import { factsOf, type PlanContext } from './facts-of.ts';
import { relatedKey } from './general-keys.ts';
import { distinctMeasures, measuredFields, numbered } from './plan.ts';
import { isLookedUp, lookUpGroups } from './related.ts';

/**
 * Turns groups by relation into groups by fields of the related records: each one is added to the groups of all values
 * that its related records have. Sums and extremes are combined, sets are united.
 */
export function gatherRelated(question: NormalizedQuestion, context: PlanContext): ReadDocument[] {
  const { groups, measures } = question;
  if (!groups.some(isLookedUp)) return [];
  const different = distinctMeasures(measures);
  const sums = ['n', ...measuredFields(measures).map((_, index) => `c${index}`)];
  const parts = Object.keys(accumulators(measures, factsOf(question, context), () => 0));
  const lists = groups.flatMap((group, index) => (isLookedUp(group) ? [`$g${index}`] : []));
  return [
    ...lookUpGroups(question, context),
    {
      $set: numbered('g', groups, (group, index) =>
        isLookedUp(group) ? relatedKey(group, index, question) : `$_id.g${index}`,
      ),
    },
    ...lists.map((path) => ({ $unwind: { path, preserveNullAndEmptyArrays: true } })),
    {
      $group: {
        _id: numbered('g', groups, (_, index) => ({ $ifNull: [`$g${index}`, null] })),
        ...Object.fromEntries(sums.map((name) => [name, { $sum: `$${name}` }])),
        ...Object.fromEntries(parts.map((name) => [name, { [operatorOf(name)]: `$${name}` }])),
        ...numbered('d', different, (_, index) => ({ $push: `$d${index}` })),
      },
    },
    ...(different.length === 0 ? [] : [{ $set: numbered('d', different, (_, index) => united(`$d${index}`)) }]),
  ];
}

const operatorOf = (part: string): string => (part.startsWith('s') ? '$sum' : part.startsWith('lo') ? '$min' : '$max');

const united = (sets: string): object => ({
  $reduce: { input: sets, initialValue: [], in: { $setUnion: ['$$value', '$$this'] } },
});
