import type { Answer } from '@tallyhook/schemas';
import { describeCut } from './describe-cut.ts';
import type { Formats } from './formats.ts';

/** What stands above the figures of an answer that is not all of what was asked: which groups or periods it lacks. */
export function answerNotes(answer: Answer, formats: Formats, { isFilled = false } = {}): string[] {
  const cut = describeCut(answer, formats);
  const warnings = (answer.meta.warnings ?? []).filter(({ code }) => !(isFilled && code === 'not_filled'));
  return [...(cut === undefined ? [] : [cut]), ...warnings.map(({ detail }) => detail)];
}
