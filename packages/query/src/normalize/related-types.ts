import { relatedTests } from '../plan/related.ts';
import type { NormalizedQuestion } from './normalized-question.ts';

/** The record types that a question leads to by relations, besides its own: facts about them are needed to ask it. */
export function relatedTypes({ type, filter, groups }: NormalizedQuestion): string[] {
  const targets = [...relatedTests(filter), ...groups.flatMap(({ via }) => via ?? [])].map(({ target }) => target);
  return [...new Set(targets)].filter((target) => target !== type.name);
}
