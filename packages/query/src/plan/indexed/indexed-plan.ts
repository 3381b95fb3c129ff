import type { CollectionFacts, ReadResults } from '../read.ts';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import type { Plan } from '../plan.ts';
import { askedOf } from './asked.ts';
import { cellReads } from './cell-reads.ts';
import { cellsOf } from './cells.ts';
import { hasLooked } from './looking-plan.ts';

/**
 * Plans the groups found by the previous plan's looks on the same snapshot, with the reads that are still missing.
 * Undefined if there are too many groups or a look failed.
 */
export function indexedPlan(
  question: NormalizedQuestion,
  results: ReadResults,
  facts: CollectionFacts,
): Plan | undefined {
  const asked = askedOf(question, facts);
  if (!asked || !hasLooked(question, asked, results)) return undefined;
  const planned = cellReads(question, { asked, facts, found: cellsOf(question, asked, results) });
  if (!planned) return undefined;
  const reads = planned.reads.filter(({ id }) => results[id] === undefined);
  return { maker: 'indexed', question, reads, keyForms: [], cells: planned.cells };
}
