import type { Field } from '@tallyhook/schemas';
import type { AggregateRead, CollectionFacts, Read, ReadDocument } from './read.ts';
import { openZone } from '../dates/zone.ts';
import { isPeriod } from '../grammar.ts';
import type { Group, Measure, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { accumulators, mayCancel, type NumberFacts } from './accumulators.ts';
import { differentReads } from './different-reads.ts';
import type { RecordsOf } from './expected-pairs.ts';
import { stretchesOf, stretchOf } from './local-time.ts';
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

/** Beyond so many rows the database cuts the groups itself: they would fill the memory of this process. */
const mostRows = 50_000;

/**
 * Groups by values as they lie in the records: empty values of each sort, whole lists, stretches of time. The keys are
 * made out of them afterwards, so the database groups without computing, and one scan gives groups and overall, also
 * where a record is in several groups. Where it matters, whether a measured value is of its field's kind is a part of the
 * key too: then the quick accumulators need no conditions.
 *
 * Where lists are known to be sets, they are taken apart instead: there may be thousands of different lists of forty
 * values. Then a record is counted in each of its groups, and overall is read apart.
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
      mostRows,
      mostRecords: facts.approximateCount,
      recordsOf: facts.recordsOf,
    }),
  ];
  const keyForms = forms.map((form) => (form === 'stretched' ? 'period' : form));
  return { maker: 'folded', question, reads, keyForms, mostRows, isBareKey: isBareKey(groups, measures, facts) };
}

/**
 * Whether a group's lists can be taken apart. Whole lists tell which of the other values, and which values of related
 * records, belong to one record; and another group of the same field would find one value where its list was.
 */
function isTakenApart(group: Group, _: number, groups: readonly Group[]): boolean {
  if (!group.field.many || group.via || group.keep) return false;
  return groups.filter((other) => (other.via?.field ?? other.field).name === group.field.name).length === 1;
}

/**
 * Whether the plan can answer: sets of different values are united by the database, which knows neither groups of related
 * records nor kept ones, and what lies in the records is folded to stretches of days, not to hours or parts of a cycle.
 */
export const canBeFolded = ({ groups, measures }: NormalizedQuestion): boolean =>
  groups.every(({ unit }) => unit === undefined || isPeriod(unit)) &&
  (distinctMeasures(measures).length === 0 || groups.every(({ via, keep }) => !via && !keep));

/** What a plan of this kind takes notice of. */
export interface Facts extends Pick<
  CollectionFacts,
  'collection' | 'approximateCount' | 'listsAreSets' | 'cancelling'
> {
  recordsOf: RecordsOf;
}

/** How a group is found: as its key comes back, or by stretches that the database then puts together to periods. */
type GroupForm = KeyForm | 'stretched';

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
    ...(forms.includes('stretched') ? [gatherStretches(question, forms, facts)] : []),
    ...(groups.length === 0 ? [] : [{ $limit: mostRows + 1 }]),
  ];
  return { id: readIds.groups, kind: 'aggregate', collection, pipeline };
}

/** Overall where the groups do not add up to it: the number of all records takes no scan. */
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
  // A key of one part is quicker without an object around it.
  const id = parts.length === 0 ? null : isBareKey(keys, measures, facts) ? parts[0] : key;
  const records = needsRecords(measures) ? { n: { $sum: 1 } } : {};
  return {
    $group: { _id: id, ...records, ...accumulators(measures, besideKey(measures, facts), ({ name }) => `$${name}`) },
  };
}

/**
 * The one field whose values below zero are told apart by the key: that is quicker than adding them up besides. Of more
 * such fields there would be twice as many rows for each.
 */
const keyedBySign = (measures: readonly Measure[], facts: NumberFacts): Field | undefined =>
  measures.find(({ fn, field }) => (fn === 'sum' || fn === 'avg') && mayCancel(field!, facts))?.field;

/** Its part of the key: `q<i>`, false where values are below zero, or none. */
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

/** The facts for accumulators beside that key. */
function besideKey(measures: readonly Measure[], facts: NumberFacts): NumberFacts {
  const others = measuredFields(measures).filter(({ name }) => name !== keyedBySign(measures, facts)?.name);
  return { cancelling: others.filter((field) => mayCancel(field, facts)).map(({ name }) => name) };
}

/** Whether records have to be counted; sums and extremes do without. */
const needsRecords = (measures: readonly Measure[]): boolean =>
  measures.some(({ fn }) => fn === 'count' || fn === 'avg');

/** Whether a key is one value, with nothing beside it that says whether measured values are of their kind. */
const isBareKey = (keys: readonly unknown[], measures: readonly Measure[], facts: NumberFacts): boolean =>
  keys.length === 1 &&
  keyedBySign(measures, facts) === undefined &&
  !measuredFields(measures).some((field) => needsPresence(field, measures));

/** Puts stretches together to periods: few hundreds of them are left of all the records. */
function gatherStretches(question: NormalizedQuestion, forms: readonly GroupForm[], facts: NumberFacts): ReadDocument {
  const { groups, measures } = question;
  const fields = measuredFields(measures);
  const key = {
    ...Object.fromEntries(
      groups.map((group, index) => {
        const found = `$_id.g${index}`;
        return [`g${index}`, forms[index] === 'stretched' ? periodOf(group, question, found) : found];
      }),
    ),
    ...Object.fromEntries(
      fields.flatMap((field, index) => (needsPresence(field, measures) ? [[`p${index}`, `$_id.p${index}`]] : [])),
    ),
    ...signKey(measures, facts, (_, index) => `$_id.q${index}`),
  };
  const parts = Object.keys(accumulators(measures, besideKey(measures, facts), () => 0)).map((name) => {
    const operator = name.startsWith('s') ? '$sum' : name.startsWith('lo') ? '$min' : '$max';
    return [name, { [operator]: `$${name}` }];
  });
  const records = needsRecords(measures) ? { n: { $sum: '$n' } } : {};
  return { $group: { _id: key, ...records, ...(Object.fromEntries(parts) as object) } };
}

/**
 * Days and stretches of days are quickest, but a year has hundreds: beside a field of many values, longer periods give
 * far fewer groups; beside a few, the database puts the stretches together.
 */
function formOf({ field, via, unit }: Group, { groups, timezone }: NormalizedQuestion): GroupForm {
  if (field.kind !== 'instant' || via !== undefined) return 'stored';
  if (stretchesOf(openZone(timezone)) === undefined) return 'period';
  if (groups.length === 1 || unit === 'day') return 'instant';
  return groups.some(isOfFew) ? 'stretched' : 'period';
}

const isOfFew = ({ field: { kind, many }, via }: Group): boolean =>
  !many && !via && (kind === 'choice' || kind === 'yesNo');

function keyOf(group: Group, form: GroupForm, question: NormalizedQuestion): unknown {
  if (form === 'period') return periodOf(group, question);
  const value = `$${(group.via?.field ?? group.field).name}`;
  return form === 'stored' ? value : stretchOf(value, stretchesOf(openZone(question.timezone))!);
}

function hasValue(field: Field): unknown {
  const value = `$${field.name}`;
  return field.many ? { $ne: [listOf(field, value), []] } : isPresent(field, value);
}
