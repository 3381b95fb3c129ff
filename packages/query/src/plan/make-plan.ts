import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { QuestionContext } from '../question-context.ts';
import { foldedPlan, type Facts } from './folded-plan.ts';
import { generalPlan } from './general-plan.ts';
import { compileMatch, isRestricting } from './match.ts';
import { readIds, type Plan } from './plan.ts';

/** Chooses how a question is answered. */
export function makePlan(question: NormalizedQuestion, context: Pick<QuestionContext, 'facts'>): Plan {
  const facts = factsOf(question, context);
  return asksOnlyForAllRecords(question) ? countedPlan(question, facts.collection) : foldedPlan(question, facts);
}

/** The plan for when a quicker one met more rows than it can take. */
export function makeGeneralPlan(question: NormalizedQuestion, context: Pick<QuestionContext, 'facts'>): Plan {
  return generalPlan(question, factsOf(question, context).collection);
}

const noFacts: Facts = { collection: null, approximateCount: 0 };

function factsOf({ type }: NormalizedQuestion, { facts }: Pick<QuestionContext, 'facts'>): Facts {
  return (Object.hasOwn(facts, type.name) ? facts[type.name] : undefined) ?? noFacts;
}

function asksOnlyForAllRecords({ filter, groups, measures }: NormalizedQuestion): boolean {
  const isPlain = measures.every(({ fn, field }) => fn === 'count' && field === undefined);
  return isPlain && groups.length === 0 && !isRestricting(compileMatch(filter));
}

function countedPlan(question: NormalizedQuestion, collection: string | null): Plan {
  const read = { id: readIds.records, kind: 'count' as const, collection, match: {} };
  return { maker: 'counted', question, reads: [read], keyForms: [] };
}
