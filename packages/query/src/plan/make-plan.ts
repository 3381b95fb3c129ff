import type { CollectionFacts, ReadResults } from './read.ts';
import { isWhole } from './read-results.ts';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import { factsOf, type PlanContext } from './facts-of.ts';
import { canBeFolded, foldedPlan } from './folded-plan.ts';
import { generalPlan } from './general-plan.ts';
import { coveringIndex } from './indexed/covering-index.ts';
import { withoutBadIndexes } from './indexed/index-hint.ts';
import { indexedPlan } from './indexed/indexed-plan.ts';
import { lookingPlan } from './indexed/looking-plan.ts';
import { compileMatch, isRestricting } from './match.ts';
import { countsRecords, readIds, type Plan } from './plan.ts';
import { relatedTests } from './related.ts';

/** Chooses the plan for a question. */
export function makePlan(question: NormalizedQuestion, context: PlanContext): Plan {
  const facts = factsOf(question, context);
  if (relatedTests(question.filter).length > 0) return generalPlan(question, context);
  if (asksOnlyForAllRecords(question)) return countedPlan(question, facts.collection);
  return lookingPlan(question, facts) ?? scanningPlan(question, context);
}

/** The plan for the remaining reads after these results; undefined if the results are sufficient. */
export function makeNextPlan(plan: Plan, results: ReadResults, context: PlanContext): Plan | undefined {
  const { maker, question } = plan;
  const facts = factsOf(question, context);
  if (maker === 'looking') return indexedPlan(question, results, facts) ?? scanningPlan(question, context);
  if (maker === 'general' || isWhole(plan, results)) return undefined;
  return maker === 'indexed' ? scanningPlan(question, context) : makeGeneralPlan(question, context);
}

/** The plan that can answer any question. */
export function makeGeneralPlan(question: NormalizedQuestion, context: PlanContext): Plan {
  return generalPlan(question, context);
}

function scanningPlan(question: NormalizedQuestion, context: PlanContext): Plan {
  const facts = factsOf(question, context);
  if (!canBeFolded(question) || hasManyLists(question, facts)) return generalPlan(question, context);
  const recordsOf = (type: string) =>
    Object.hasOwn(context.facts, type) ? context.facts[type]!.approximateCount : undefined;
  const plan = foldedPlan(question, { ...facts, recordsOf });
  const hint = coveringIndex(question, facts);
  if (hint !== undefined) return { ...plan, reads: plan.reads.map((read) => ({ ...read, hint })) };
  return { ...plan, reads: withoutBadIndexes(plan.reads, question, facts) };
}

/** Whether lists of related records, combined with another group, probably give more rows than a folded plan allows. */
function hasManyLists({ groups }: NormalizedQuestion, { approximateCount }: CollectionFacts): boolean {
  return approximateCount > 50_000 && groups.length > 1 && groups.some(({ via }) => via?.field.many);
}

function asksOnlyForAllRecords({ filter, groups, measures }: NormalizedQuestion): boolean {
  return countsRecords(measures) && groups.length === 0 && !isRestricting(compileMatch(filter));
}

function countedPlan(question: NormalizedQuestion, collection: string | null): Plan {
  const read = { id: readIds.records, kind: 'count' as const, collection, match: {} };
  return { maker: 'counted', question, reads: [read], keyForms: [] };
}
