import type { Field } from '@tallyhook/schemas';
import type { CollectionFacts } from './read.ts';
import type { Measure } from '../normalize/normalized-question.ts';
import { measuredFields } from './plan.ts';

/** What accumulators take notice of. */
export type NumberFacts = Pick<CollectionFacts, 'cancelling'>;

/**
 * What has to be gathered of each measured field: `s<i>` the sum, `sn<i>` that of the values below zero where they may
 * cancel out the others, `lo<i>` and `hi<i>` the extremes. `value` gives the expression to gather; it must leave out what
 * is no value of the field's kind.
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

/** Whether the sum of a field can only be rounded rightly with what its values below zero come to. */
export const mayCancel = ({ name }: Field, { cancelling }: NumberFacts): boolean =>
  cancelling === undefined || cancelling.includes(name);

function sums(index: number, value: unknown, hasNegative: boolean): Record<string, object> {
  const sum = { [`s${index}`]: { $sum: value } };
  if (!hasNegative) return sum;
  // What is missing is less than 0 too; it is no number, and adds nothing.
  return { ...sum, [`sn${index}`]: { $sum: { $cond: [{ $lt: [value, 0] }, value, 0] } } };
}
