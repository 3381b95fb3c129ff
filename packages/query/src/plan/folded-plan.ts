import type { Field } from '@tallyhook/schemas';
import type { AggregateRead, CollectionFacts, Read, ReadDocument } from './read.ts';
import { openZone } from '../dates/zone.ts';
import { isPeriod } from '../grammar.ts';
import type { Group, Measure, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { accumulators, mayCancel, type NumberFacts } from './accumulators.ts';
import { differentReads } from './different-reads.ts';
import type { RecordsOf } from './expected-pairs.ts';
import { daySpansOf, startOfSpan } from './local-time.ts';
import { compileMatch, matchStages } from './match.ts';
import { periodOf } from './period-search.ts';
import {
  distinctMeasures,
  measuredFields,
  measuredPlace,
  needsPresence,
  readIds,
  type KeyForm,
  type Plan,
} from './plan.ts';
import { isPresent, listOf } from './stored-kinds.ts';

/**
 * With more rows, use the general plan, in which the database orders and limits the groups: they would fill this
 * process's memory.
 */
const maxRows = 50_000;

/**
 * Groups by stored values: empty values of any form, whole lists, spans of time. The keys are derived afterwards. The
 * database thus groups without computing, and one scan gives both groups and overall, even if a record is in several
 * groups. Where it matters whether a measured value is of its field's kind, that is part of the key, so the fast
 * accumulators need no conditions.
 *
 * Lists known to be sets are unwound instead, since there may be thousands of different lists of only forty values. A
 * record then counts in each of its groups, and overall is read separately.
 */
export function foldedPlan(question: NormalizedQuestion, { collection, listsAreSets = false, ...facts }: Facts): Plan {
  const { groups, measures } = question;
  const forms = groups.map((group) => formOf(group, question));
  const isNeeded = distinctMeasures(measures).length < measures.length;
  const isApart = listsAreSets && groups.some(isTakenApart);
  const reads = [
    ...(isNeeded ? [groupsRead(question, { forms, collection, isApart, facts })] : []),
    ...(isNeeded && isApart ? [overallRead(question, collection, facts)] : []),
    ...differentReads(question, {
      collection,
      maxRows,
      maxRecords: facts.approximateCount,
      recordsOf: facts.recordsOf,
    }),
  ];
  const keyForms = forms.map((form) => (form === 'span' ? 'period' : form));
  return { maker: 'folded', question, reads, keyForms, maxRows, isBareKey: isBareKey(groups, measures, facts) };
}

/**
 * Whether a group's lists can be unwound. Whole lists are needed to find the other values, or values of related
 * records, that belong to one record; and another group of the same field would see one value instead of its list.
 */
function isTakenApart(group: Group, _: number, groups: readonly Group[]): boolean {
  if (!group.field.many || group.via || group.keep) return false;
  return groups.filter((other) => (other.via?.field ?? other.field).name === group.field.name).length === 1;
}

/**
 * Whether this plan can answer the question. The database unites the sets of distinct values, and there it knows
 * neither groups of related records nor top values. Stored instants are folded into days, not into hours or parts of a
 * cycle.
 */
export const canBeFolded = ({ groups, measures }: NormalizedQuestion): boolean =>
  groups.every(({ unit }) => unit === undefined || isPeriod(unit)) &&
  (distinctMeasures(measures).length === 0 || groups.every(({ via, keep }) => !via && !keep));

/** Facts that this plan depends on. */
export interface Facts extends Pick<
  CollectionFacts,
  'collection' | 'approximateCount' | 'listsAreSets' | 'cancelling'
> {
  recordsOf: RecordsOf;
}

/** How a group is read: in the form of its key, or as spans that the database combines into periods. */
type GroupForm = KeyForm | 'span';

function groupsRead(
  question: NormalizedQuestion,
  {
    forms,
    collection,
    isApart,
    facts,
  }: { forms: GroupForm[]; collection: string | null; isApart: boolean; facts: NumberFacts },
): AggregateRead {
  const { filter, groups } = question;
  const lists = isApart ? groups.filter(isTakenApart) : [];
  const pipeline: ReadDocument[] = [
    ...matchStages(filter),
    ...lists.map(({ field }) => ({ $unwind: { path: `$${field.name}`, preserveNullAndEmptyArrays: true } })),
    gather(
      question,
      facts,
      groups.map((group, index) => keyOf(group, forms[index]!, question)),
    ),
    ...(forms.includes('span') ? [gatherSpans(question, forms, facts)] : []),
    ...(groups.length === 0 ? [] : [{ $limit: maxRows + 1 }]),
  ];
  return { id: readIds.groups, kind: 'aggregate', collection, pipeline };
}

/** Overall, if the groups do not add up to it. Counting all records needs no scan. */
function overallRead(question: NormalizedQuestion, collection: string | null, facts: NumberFacts): Read {
  const { filter, measures } = question;
  const match = compileMatch(filter);
  const isPlain = measures.every(({ fn, field }) => fn === 'distinct' || field === undefined);
  if (isPlain) return { id: readIds.overall, kind: 'count', collection, match };
  return {
    id: readIds.overall,
    kind: 'aggregate',
    collection,
    pipeline: [...matchStages(filter), gather(question, facts, [])],
  };
}

function gather({ measures }: NormalizedQuestion, facts: NumberFacts, keys: readonly unknown[]): ReadDocument {
  const fields = measuredFields(measures);
  const key = {
    ...Object.fromEntries(keys.map((one, index) => [`g${index}`, one])),
    ...Object.fromEntries(
      fields.flatMap((field, index) => (needsPresence(field, measures) ? [[`p${index}`, hasValue(field)]] : [])),
    ),
    ...signKey(measures, facts, (field) => ({ $gte: [`$${field.name}`, 0] })),
  };
  const parts = Object.values(key);
  // A key with one part is faster without an object around it.
  const id = parts.length === 0 ? null : isBareKey(keys, measures, facts) ? parts[0] : key;
  const records = needsRecords(measures) ? { n: { $sum: 1 } } : {};
  return {
    $group: {
      _id: id,
      ...records,
      ...accumulators(measures, factsWithoutKey(measures, facts), ({ name }) => `$${name}`),
    },
  };
}

/**
 * The one field whose sign is part of the key, which is faster than adding up its negative values separately. Each
 * further such field would double the rows.
 */
const keyedBySign = (measures: readonly Measure[], facts: NumberFacts): Field | undefined =>
  measures.find(({ fn, field }) => (fn === 'sum' || fn === 'avg') && mayCancel(field!, facts))?.field;

/** The sign as part of the key: `q<i>`, false for negative or missing values. */
function signKey(
  measures: readonly Measure[],
  facts: NumberFacts,
  write: (field: Field, index: number) => unknown,
): Record<string, unknown> {
  const field = keyedBySign(measures, facts);
  if (field === undefined) return {};
  const index = measuredPlace(field, measures);
  return { [`q${index}`]: write(field, index) };
}

/** Facts for the accumulators: excludes the field whose sign is in the key. */
function factsWithoutKey(measures: readonly Measure[], facts: NumberFacts): NumberFacts {
  const others = measuredFields(measures).filter(({ name }) => name !== keyedBySign(measures, facts)?.name);
  return { cancelling: others.filter((field) => mayCancel(field, facts)).map(({ name }) => name) };
}

/** Whether records must be counted; sums and extremes do not need it. */
const needsRecords = (measures: readonly Measure[]): boolean =>
  measures.some(({ fn }) => fn === 'count' || fn === 'avg');

/** Whether a key is a single value, without flags for the kind or sign of measured values. */
const isBareKey = (keys: readonly unknown[], measures: readonly Measure[], facts: NumberFacts): boolean =>
  keys.length === 1 &&
  keyedBySign(measures, facts) === undefined &&
  !measuredFields(measures).some((field) => needsPresence(field, measures));

/** Combines spans into periods: a few hundred remain of all records. */
function gatherSpans(question: NormalizedQuestion, forms: readonly GroupForm[], facts: NumberFacts): ReadDocument {
  const { groups, measures } = question;
  const fields = measuredFields(measures);
  const key = {
    ...Object.fromEntries(
      groups.map((group, index) => {
        const found = `$_id.g${index}`;
        return [`g${index}`, forms[index] === 'span' ? periodOf(group, question, found) : found];
      }),
    ),
    ...Object.fromEntries(
      fields.flatMap((field, index) => (needsPresence(field, measures) ? [[`p${index}`, `$_id.p${index}`]] : [])),
    ),
    ...signKey(measures, facts, (_, index) => `$_id.q${index}`),
  };
  const parts = Object.keys(accumulators(measures, factsWithoutKey(measures, facts), () => 0)).map((name) => {
    const operator = name.startsWith('s') ? '$sum' : name.startsWith('lo') ? '$min' : '$max';
    return [name, { [operator]: `$${name}` }];
  });
  const records = needsRecords(measures) ? { n: { $sum: '$n' } } : {};
  return { $group: { _id: key, ...records, ...(Object.fromEntries(parts) as object) } };
}

/**
 * Chooses the fastest form. Days and spans within days are fastest, but a year has hundreds. Next to a field with many
 * values, grouping by the longer period gives far fewer groups; next to one with few values, the database combines the
 * spans.
 */
function formOf({ field, via, unit }: Group, { groups, timezone }: NormalizedQuestion): GroupForm {
  if (field.kind !== 'instant' || via !== undefined) return 'stored';
  if (daySpansOf(openZone(timezone)) === undefined) return 'period';
  if (groups.length === 1 || unit === 'day') return 'instant';
  return groups.some(isOfFew) ? 'span' : 'period';
}

const isOfFew = ({ field: { kind, many }, via }: Group): boolean =>
  !many && !via && (kind === 'choice' || kind === 'yesNo');

function keyOf(group: Group, form: GroupForm, question: NormalizedQuestion): unknown {
  if (form === 'period') return periodOf(group, question);
  const value = `$${(group.via?.field ?? group.field).name}`;
  return form === 'stored' ? value : startOfSpan(value, daySpansOf(openZone(question.timezone))!);
}

function hasValue(field: Field): unknown {
  const value = `$${field.name}`;
  return field.many ? { $ne: [listOf(field, value), []] } : isPresent(field, value);
}
