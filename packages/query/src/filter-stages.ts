import type { ReadDocument } from '@tallyhook/schemas';
import { withRelated, type AnswerOptions } from './answer-question.ts';
import type { NormalizedQuestion } from './normalize/normalized-question.ts';
import { matchStages } from './plan/match.ts';
import { lookUpTests } from './plan/related.ts';

/** The stages that leave, of all records of the type, those that a question counts: none where it counts all. */
export async function filterStages(
  question: NormalizedQuestion,
  options: Pick<AnswerOptions, 'context' | 'read' | 'mostRelatedIds'>,
): Promise<ReadDocument[]> {
  const known = await withRelated(question, options);
  return [...lookUpTests(known, options.context), ...matchStages(known.filter)];
}
