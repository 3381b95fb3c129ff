import type { CollectionFacts } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { QuestionContext } from '../question-context.ts';

const noFacts: CollectionFacts = { collection: null, indexes: [], approximateCount: 0 };

/** What is known of the collection that a question is about; of one that was never written, that it is none. */
export function factsOf(
  { type }: Pick<NormalizedQuestion, 'type'>,
  { facts }: Pick<QuestionContext, 'facts'>,
): CollectionFacts {
  return (Object.hasOwn(facts, type.name) ? facts[type.name] : undefined) ?? noFacts;
}
