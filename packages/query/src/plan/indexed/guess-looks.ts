import type { Field } from '@tallyhook/schemas';
import type { CollectionFacts, ReadDocument, ReadResults } from '../read.ts';
import { readIds } from '../plan.ts';
import type { Asked } from './asked.ts';
import { valueIn } from './sample.ts';

/** Guesses the results of a question's looks from the known values and the sample. */
export function guessLooks(
  { values, periods }: Asked,
  { sample = [], values: known = {} }: CollectionFacts,
): ReadResults {
  const found: Record<string, ReadDocument[]> = {};
  if (values) {
    const { name } = values.field;
    const listed = Object.hasOwn(known, name)
      ? known[name]!
      : [...new Set(sample.map((record) => valueIn(record, name)))];
    found[readIds.values] = listed.map((_id) => ({ _id }));
  }
  if (periods) {
    const spans = spansIn(sample, periods.field, values?.field);
    found[readIds.first] = [...spans].map(([_id, { first }]) => ({ _id, date: first }));
    found[readIds.last] = [...spans].map(([_id, { last }]) => ({ _id, date: last }));
  }
  return Object.fromEntries(Object.entries(found).map(([id, rows]) => [id, { kind: 'aggregate', rows }]));
}

/** First and last date in the sample, by value or overall. */
function spansIn(
  sample: readonly ReadDocument[],
  date: Field,
  value?: Field,
): Map<unknown, { first: Date; last: Date }> {
  const spans = new Map<unknown, { first: Date; last: Date }>();
  for (const record of sample) {
    const at = valueIn(record, date.name);
    if (!(at instanceof Date)) continue;
    const key = value ? valueIn(record, value.name) : null;
    const { first, last } = spans.get(key) ?? { first: at, last: at };
    spans.set(key, { first: at < first ? at : first, last: at > last ? at : last });
  }
  return spans;
}
