import type { AggregateRead, Field, ReadDocument } from '@tallyhook/schemas';
import { openZone } from '../dates/zone.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { accumulators } from './accumulators.ts';
import { differentReads } from './different-reads.ts';
import { stretchesOf, stretchOf } from './local-time.ts';
import { matchStages } from './match.ts';
import { periodOf } from './period-search.ts';
import { distinctMeasures, measuredFields, needsPresence, readIds, type KeyForm, type Plan } from './plan.ts';
import { isPresent, listOf } from './stored-kinds.ts';

/** Beyond so many rows the database cuts the groups itself: they would fill the memory of this process. */
const mostRows = 50_000;

/**
 * Groups by values as they lie in the records: whole lists, empty values of each sort, stretches of time. The keys are
 * made out of them afterwards, so the database groups without computing, and one scan gives groups and overall, also
 * where a record is in several groups. Where it matters, whether a measured value is of its field's kind is a part of the
 * key too: then the quick accumulators need no conditions.
 */
export function foldedPlan(question: NormalizedQuestion, collection: string | null): Plan {
  const { groups, measures } = question;
  const keyForms = groups.map((group) => formOf(group, question));
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
    ...Object.fromEntries(
      fields.flatMap((field, index) => (needsPresence(field, measures) ? [[`p${index}`, hasValue(field)]] : [])),
    ),
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

/**
 * Days and stretches of days are quickest, but a year has hundreds: beside another field, longer periods give far fewer
 * rows.
 */
function formOf({ field, unit }: Group, { groups, timezone }: NormalizedQuestion): KeyForm {
  if (field.kind !== 'instant') return 'stored';
  const isFew = groups.length === 1 || unit === 'day';
  return isFew && stretchesOf(openZone(timezone)) !== undefined ? 'instant' : 'period';
}

function keyOf(group: Group, form: KeyForm, question: NormalizedQuestion): unknown {
  if (form === 'period') return periodOf(group, question);
  const value = `$${group.field.name}`;
  return form === 'instant' ? stretchOf(value, stretchesOf(openZone(question.timezone))!) : value;
}

function hasValue(field: Field): unknown {
  const value = `$${field.name}`;
  return field.many ? { $ne: [listOf(field, value), []] } : isPresent(field, value);
}
