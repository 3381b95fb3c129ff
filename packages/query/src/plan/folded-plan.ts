import type { AggregateRead, Field, ReadDocument } from '@tallyhook/schemas';
import { openZone } from '../dates/zone.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { accumulators } from './accumulators.ts';
import { boundsOf } from './bounds.ts';
import { differentReads } from './different-reads.ts';
import { localPeriod, stretchOf } from './local-time.ts';
import { matchStages } from './match.ts';
import { distinctMeasures, measuredFields, readIds, type KeyForm, type Plan } from './plan.ts';
import { isPresent, listOf } from './stored-kinds.ts';

/** Beyond so many rows the database cuts the groups itself: they would fill the memory of this process. */
const mostRows = 100_000;

/**
 * Groups by values as they lie in the records: whole lists, empty values of each sort, stretches of time. The keys are
 * made out of them afterwards, so the database groups without computing, and one scan gives groups and overall, also
 * where a record is in several groups. Whether a measured value is of its field's kind is a part of the key too: then the
 * quick accumulators need no conditions.
 */
export function foldedPlan(question: NormalizedQuestion, collection: string | null): Plan {
  const { groups, measures } = question;
  const keyForms = groups.map((group): KeyForm => {
    if (group.field.kind !== 'instant') return 'stored';
    return groups.length === 1 ? 'instant' : 'period';
  });
  const isNeeded = distinctMeasures(measures).length < measures.length;
  const reads = [
    ...(isNeeded ? [groupsRead(question, keyForms, collection)] : []),
    ...differentReads(question, collection, mostRows),
  ];
  return { maker: 'folded', question, reads, keyForms, mostRows };
}

function groupsRead(question: NormalizedQuestion, forms: KeyForm[], collection: string | null): AggregateRead {
  const { filter, groups, measures } = question;
  const fields = measuredFields(measures);
  const key = {
    ...Object.fromEntries(groups.map((group, index) => [`g${index}`, keyOf(group, forms[index]!, question)])),
    ...Object.fromEntries(fields.map((field, index) => [`p${index}`, hasValue(field)])),
  };
  const pipeline: ReadDocument[] = [
    ...matchStages(filter),
    {
      $group: {
        _id: Object.keys(key).length === 0 ? null : key,
        n: { $sum: 1 },
        ...accumulators(measures, ({ name }) => `$${name}`),
      },
    },
    ...(groups.length === 0 ? [] : [{ $limit: mostRows + 1 }]),
  ];
  return { id: readIds.groups, kind: 'aggregate', collection, pipeline };
}

function keyOf({ field, unit }: Group, form: KeyForm, { timezone, weekStart, filter }: NormalizedQuestion): unknown {
  const value = `$${field.name}`;
  if (form === 'stored') return value;
  const zone = openZone(timezone);
  if (form === 'instant') return stretchOf(value, zone);
  const period = localPeriod(value, { zone, unit: unit!, weekStart, bounds: boundsOf(field, filter) });
  return { $cond: [isPresent(field, value), period, null] };
}

function hasValue(field: Field): unknown {
  const value = `$${field.name}`;
  return field.many ? { $ne: [listOf(field, value), []] } : isPresent(field, value);
}
