import type { Field } from '@tallyhook/schemas';
import type { CollectionFacts } from './read.ts';
import type { Measure } from '../normalize/normalized-question.ts';
import { measuredFields } from './plan.ts';

/** Facts that the accumulators depend on. */
export type NumberFacts = Pick<CollectionFacts, 'cancelling'>;

/**
 * Accumulators of each measured field: `s<i>` the sum, `sn<i>` the sum of negative values if values may cancel out,
 * `lo<i>` and `hi<i>` the extremes. `value` returns the expression to accumulate, which must exclude values of other
 * kinds.
 */
export function accumulators(
  measures: readonly Measure[],
  facts: NumberFacts,
  value: (field: Field, index: number) => unknown,
): Record<string, object> {
  const gathered = measuredFields(measures).map((field, index) => {
    const functions = new Set(measures.filter((measure) => measure.field?.name === field.name).map(({ fn }) => fn));
    return {
      ...(functions.has('sum') || functions.has('avg')
        ? sums(index, value(field, index), mayCancel(field, facts))
        : {}),
      ...(functions.has('min') ? { [`lo${index}`]: { $min: value(field, index) } } : {}),
      ...(functions.has('max') ? { [`hi${index}`]: { $max: value(field, index) } } : {}),
    };
  });
  return Object.assign({}, ...gathered) as Record<string, object>;
}

/** Whether rounding a field's sum correctly needs the sum of its negative values. */
export const mayCancel = ({ name }: Field, { cancelling }: NumberFacts): boolean =>
  cancelling === undefined || cancelling.includes(name);

function sums(index: number, value: unknown, hasNegative: boolean): Record<string, object> {
  const sum = { [`s${index}`]: { $sum: value } };
  if (!hasNegative) return sum;
  // Missing values compare as less than 0 too, but $sum ignores them.
  return { ...sum, [`sn${index}`]: { $sum: { $cond: [{ $lt: [value, 0] }, value, 0] } } };
}
