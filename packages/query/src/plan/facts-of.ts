import type { BranchFacts, CollectionFacts } from './read.ts';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';

/** What plans are made by. */
export interface PlanContext {
  facts: BranchFacts;
}

const noFacts: CollectionFacts = { collection: null, indexes: [], approximateCount: 0 };

/** What is known of the collection that a question is about; of one that was never written, that it is none. */
export function factsOf({ type }: Pick<NormalizedQuestion, 'type'>, { facts }: PlanContext): CollectionFacts {
  return (Object.hasOwn(facts, type.name) ? facts[type.name] : undefined) ?? noFacts;
}
