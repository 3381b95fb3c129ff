import type { Answer, AnswerWarning } from '@tallyhook/schemas';
import { describeCut } from './describe-cut.ts';
import type { Formats } from './formats.ts';
import { formatRangeEnds } from './format-range.ts';

/**
 * Notes above the figures of an answer that is incomplete: which groups or periods are missing, and which range cannot
 * match anything.
 */
export function answerNotes(answer: Answer, formats: Formats, { isFilled = false } = {}): string[] {
  const cut = describeCut(answer, formats);
  const warnings = (answer.meta.warnings ?? []).filter(({ code }) => !(isFilled && code === 'not_filled'));
  return [...(cut === undefined ? [] : [cut]), ...warnings.map((warning) => wordsOf(warning, answer, formats))];
}

function wordsOf({ code, detail, pointer }: AnswerWarning, { meta }: Answer, formats: Formats): string {
  const { ranges, timezone } = meta.resolved;
  const range = code === 'empty_range' ? ranges.find((one) => one.pointer === pointer) : undefined;
  if (range === undefined) return detail;
  const { first, last } = formatRangeEnds(range, formats, timezone);
  return `Nothing matches a range that ends at or before its start: ${first} – ${last}.`;
}
