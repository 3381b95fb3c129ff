import type { Field } from '@tallyhook/schemas';
import type { CollectionFacts } from '../read.ts';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
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
