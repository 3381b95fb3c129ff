import type { ReadDocument } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { QuestionContext } from '../question-context.ts';
import { matchStages } from './match.ts';
import { lookUpTests } from './related.ts';

/** The stages that keep the records which a question is about, such as those behind one of its groups. */
export function matchRecords(question: NormalizedQuestion, context: Pick<QuestionContext, 'facts'>): ReadDocument[] {
  return [...lookUpTests(question, context), ...matchStages(question.filter)];
}
