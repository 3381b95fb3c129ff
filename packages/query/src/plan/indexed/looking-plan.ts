import type { AggregateRead, CollectionFacts, Field, ReadDocument, ReadResults } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { compileMatch, isRestricting } from '../match.ts';
import { readIds, type Plan } from '../plan.ts';
import { presentCondition } from '../stored-kinds.ts';
import { cellReads } from './cell-reads.ts';
import { cellsOf } from './cells.ts';
import { guessLooks } from './guess-looks.ts';
import { guessDifferent } from './sample.ts';
import { isOfValues, servedBy, type Served } from './served.ts';

/** Fewer records are scanned as fast as the two ways to the database that this takes. */
const leastRecords = 20_000;
/** More groups than that are no faster read one by one; each takes about as long as the scan of so many records. */
export const mostCells = 400;
export const recordsPerCell = 1_000;
/** A different value takes as long in an index as the scan of so many records. */
const recordsPerDifferent = 10;

/** What an index answers alone: the numbers of records, or of the different values of one field. */
export interface Asked extends Served {
  different?: Field;
}

/**
 * Finds out which groups there are where an index can answer each of them, and reads at the same time those that there
 * seem to be: mostly these are all, which saves a way to the database. Undefined where no index can, or where a scan is
 * as fast.
 */
export function lookingPlan(question: NormalizedQuestion, facts: CollectionFacts): Plan | undefined {
  const asked = askedOf(question, facts);
  if (!asked || facts.collection === null) return undefined;
  const { collection } = facts;
  const looks = looksOf(question, asked).map(({ id, pipeline }): AggregateRead => {
    return { id, kind: 'aggregate', collection, pipeline };
  });
  const guessed = cellReads(question, { asked, facts, found: cellsOf(question, asked, guessLooks(asked, facts)) });
  return { maker: 'looking', question, reads: [...looks, ...(guessed?.reads ?? [])], keyForms: [] };
}

/** Whether the results have all that was looked for: without, nothing tells whether a group is missing. */
export const hasLooked = (question: NormalizedQuestion, asked: Asked, results: ReadResults): boolean =>
  looksOf(question, asked).every(({ id }) => results[id] !== undefined);

/** What of a question an index answers; undefined where none does. */
export function askedOf(question: NormalizedQuestion, facts: CollectionFacts): Asked | undefined {
  const { groups, measures } = question;
  const { approximateCount, sample } = facts;
  if (groups.length === 0 || approximateCount < leastRecords || !sample?.length) return undefined;
  const different = measures.length === 1 && measures[0]!.fn === 'distinct' ? measures[0]!.field : undefined;
  const isCount = measures.every(({ fn, field }) => fn === 'count' && field === undefined);
  if (!isCount && !(different && isOfValues(different))) return undefined;
  const served = servedBy(question, facts, different);
  if (!served || (different && served.periods)) return undefined;
  if (served.values && guessDifferent(sample, served.values.field) > mostCells) return undefined;
  if (!different) return served;
  return guessDifferent(sample, different) * recordsPerDifferent > approximateCount
    ? undefined
    : { ...served, different };
}

interface Look {
  id: string;
  pipeline: ReadDocument[];
}

/** Each of these takes a step in the index for each value or date that it finds, but for the last. */
function looksOf({ filter }: NormalizedQuestion, { tests, values, periods }: Asked): Look[] {
  const limit = { $limit: mostCells + 1 };
  const compared = compileMatch({ all: tests.filter(({ test }) => test === 'oneOf') });
  const valueLooks = values
    ? [{ id: readIds.values, pipeline: [...matching(compared), { $group: { _id: `$${values.field.name}` } }, limit] }]
    : [];
  if (!periods) return valueLooks;
  const date = periods.field.name;
  const isDated = { [date]: presentCondition(periods.field) };
  const dated = [compileMatch(filter), isDated];
  if (!values) {
    const edge = (id: string, order: 1 | -1): Look => ({
      id,
      pipeline: [
        ...matching(...dated),
        { $sort: { [date]: order } },
        { $limit: 1 },
        { $project: { _id: null, date: `$${date}` } },
      ],
    });
    return [edge(readIds.first, 1), edge(readIds.last, -1)];
  }
  const value = values.field.name;
  const hasValue = presentCondition(values.field);
  const edge = (id: string, order: 1 | -1): Look => ({
    id,
    pipeline: [
      ...matching({ [value]: hasValue }, ...dated),
      { $sort: { [value]: order, [date]: order } },
      { $group: { _id: `$${value}`, date: { $first: `$${date}` } } },
      limit,
    ],
  });
  const span = {
    id: readIds.span,
    pipeline: [
      ...matching({ [value]: { $not: hasValue } }, ...dated),
      { $group: { _id: null, first: { $min: `$${date}` }, last: { $max: `$${date}` } } },
    ],
  };
  return [...valueLooks, edge(readIds.first, 1), edge(readIds.last, -1), span];
}

function matching(...conditions: ReadDocument[]): ReadDocument[] {
  const match = allOf(conditions);
  return isRestricting(match) ? [{ $match: match }] : [];
}

/** One condition that asks for several. */
export function allOf(conditions: readonly ReadDocument[]): ReadDocument {
  const parts = conditions.filter(isRestricting);
  return parts.length < 2 ? (parts[0] ?? {}) : { $and: parts };
}
