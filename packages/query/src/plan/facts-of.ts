import type { BranchFacts, CollectionFacts } from './read.ts';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';

/** What planning depends on. */
export interface PlanContext {
  facts: BranchFacts;
}

const noFacts: CollectionFacts = { collection: null, indexes: [], approximateCount: 0 };

/** Facts about a question's collection; empty ones if it was never written. */
export function factsOf({ type }: Pick<NormalizedQuestion, 'type'>, { facts }: PlanContext): CollectionFacts {
  return (Object.hasOwn(facts, type.name) ? facts[type.name] : undefined) ?? noFacts;
}
