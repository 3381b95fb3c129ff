import type { Field } from '@tallyhook/schemas';
import type { CollectionFacts } from '../read.ts';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { countsRecords } from '../plan.ts';
import { guessDifferent } from './sample.ts';
import { isOfValues, servedBy, type Served } from './served.ts';

/** With fewer records, a scan is as fast as the two round trips needed here. */
const minRecords = 20_000;
/** With more groups, reading them one by one is no faster; each takes about as long as scanning this many records. */
export const maxCells = 400;
export const recordsPerCell = 1_000;
/** Reading a distinct value from an index takes as long as scanning this many records. */
const recordsPerDifferent = 10;

/** What one index can answer: record counts, or the distinct values of a field. */
export interface Asked extends Served {
  different?: Field;
}

/** What an index can answer for a question; undefined if no index can. */
export function askedOf(question: NormalizedQuestion, facts: CollectionFacts): Asked | undefined {
  const { groups, measures } = question;
  const { approximateCount, sample } = facts;
  if (groups.length === 0 || approximateCount < minRecords || !sample?.length) return undefined;
  const different = measures.length === 1 && measures[0]!.fn === 'distinct' ? measures[0]!.field : undefined;
  if (!countsRecords(measures) && !(different && isOfValues(different))) return undefined;
  const served = servedBy(question, facts, different);
  if (!served || (different && served.periods)) return undefined;
  if (served.values && guessDifferent(sample, served.values.field) > maxCells) return undefined;
  if (!different) return served;
  return guessDifferent(sample, different) * recordsPerDifferent > approximateCount
    ? undefined
    : { ...served, different };
}
