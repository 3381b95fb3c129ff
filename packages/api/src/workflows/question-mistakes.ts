import { normalizeQuestion } from '@tallyhook/query';
import { fromPointer, Problem, type ProblemDetail } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';

/**
 * What is wrong with a question of a step. Values that are templates are known only in a run, and so is whether records
 * still have a choice that its field no longer lists.
 */
export function findQuestionMistakes(question: object, { types, timezone, weekStart }: Branch): ProblemDetail[] {
  try {
    normalizeQuestion(question, { types, now: new Date(), timezone, weekStart });
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors.filter(
      ({ pointer = '#', code }) => code !== 'choice_not_allowed' && !leadsToTemplate(question, fromPointer(pointer)),
    );
  }
}

function leadsToTemplate(question: object, path: readonly (string | number)[]): boolean {
  let at: unknown = question;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) break;
    at = (at as Record<string, unknown>)[key];
  }
  return JSON.stringify(at ?? null).includes('{{');
}
