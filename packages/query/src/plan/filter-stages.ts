import type { ReadDocument } from './read.ts';
import { withRelated, type PlanOptions } from './answer-by-plans.ts';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import { matchStages } from './match.ts';
import { lookUpTests } from './related.ts';

/** The stages that leave, of all records of the type, those that a question counts: none where it counts all. */
export async function filterStages(
  question: NormalizedQuestion,
  options: Pick<PlanOptions, 'context' | 'read' | 'mostRelatedIds'>,
): Promise<ReadDocument[]> {
  const known = await withRelated(question, options);
  return [...lookUpTests(known, options.context), ...matchStages(known.filter)];
}
