import { distinctMeasures } from '../plan/plan.ts';
import { relatedTests } from '../plan/related.ts';
import type { NormalizedQuestion } from './normalized-question.ts';

/** The record types that a question leads to by relations, besides its own: facts about them are needed to ask it. */
export function relatedTypes(question: NormalizedQuestion): string[] {
  const { type, filter, groups } = question;
  const targets = [...relatedTests(filter), ...groups.flatMap(({ via }) => via ?? [])].map(({ target }) => target);
  return [...new Set([...targets, ...countedTypes(question)])].filter((target) => target !== type.name);
}

/** How many records these have says how many different values may be counted. */
function countedTypes({ groups, measures }: NormalizedQuestion): string[] {
  const different = distinctMeasures(measures);
  if (different.length === 0) return [];
  return [...groups, ...different].flatMap(({ field }) => field.target ?? []);
}
