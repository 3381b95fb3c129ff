import { distinctMeasures } from '../plan/plan.ts';
import { relatedTests } from '../plan/related.ts';
import type { NormalizedQuestion } from './normalized-question.ts';

/** The other record types that a question reaches through relations. Planning needs facts about them. */
export function relatedTypes(question: NormalizedQuestion): string[] {
  const { type, filter, groups } = question;
  const targets = [...relatedTests(filter), ...groups.flatMap(({ via }) => via ?? [])].map(({ target }) => target);
  return [...new Set([...targets, ...countedTypes(question)])].filter((target) => target !== type.name);
}

/** Types whose record counts limit how many distinct values there can be. */
function countedTypes({ groups, measures }: NormalizedQuestion): string[] {
  const different = distinctMeasures(measures);
  if (different.length === 0) return [];
  return [...groups, ...different].flatMap(({ field }) => field.target ?? []);
}
