import type { Field } from '@tallyhook/schemas';
import type { Measure } from '../normalize/normalized-question.ts';
import { measuredFields } from './plan.ts';

/**
 * What has to be gathered of each measured field: `s<i>` the sum, `lo<i>` and `hi<i>` the extremes. `value` gives the
 * expression to gather; it must leave out what is no value of the field's kind.
 */
export function accumulators(
  measures: readonly Measure[],
  value: (field: Field, index: number) => unknown,
): Record<string, object> {
  const gathered = measuredFields(measures).map((field, index) => {
    const functions = new Set(measures.filter((measure) => measure.field?.name === field.name).map(({ fn }) => fn));
    return {
      ...(functions.has('sum') || functions.has('avg') ? { [`s${index}`]: { $sum: value(field, index) } } : {}),
      ...(functions.has('min') ? { [`lo${index}`]: { $min: value(field, index) } } : {}),
      ...(functions.has('max') ? { [`hi${index}`]: { $max: value(field, index) } } : {}),
    };
  });
  return Object.assign({}, ...gathered) as Record<string, object>;
}
