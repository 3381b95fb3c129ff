import type { AggregateRead, CollectionFacts, ReadDocument, ReadResults } from '../read.ts';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { allOf, compileMatch, isRestricting } from '../match.ts';
import { readIds, type Plan } from '../plan.ts';
import { presentCondition } from '../stored-kinds.ts';
import { askedOf, maxCells, type Asked } from './asked.ts';
import { cellReads } from './cell-reads.ts';
import { cellsOf } from './cells.ts';
import { guessLooks } from './guess-looks.ts';

/**
 * Finds the groups of a question if an index can answer each of them, and reads the expected groups at the same time.
 * Usually these are all of them, which saves a round trip. Undefined if no index can, or if a scan is as fast.
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

/** Whether all looks have results; otherwise a group may be missing. */
export const hasLooked = (question: NormalizedQuestion, asked: Asked, results: ReadResults): boolean =>
  looksOf(question, asked).every(({ id }) => results[id] !== undefined);

interface Look {
  id: string;
  pipeline: ReadDocument[];
}

/** All looks but the last take one step in the index for each value or date. */
function looksOf({ filter }: NormalizedQuestion, { tests, values, periods }: Asked): Look[] {
  const limit = { $limit: maxCells + 1 };
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
