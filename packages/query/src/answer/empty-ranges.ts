import type { AnswerRange, AnswerWarning } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';

/** Warns about empty ranges. A relative range can become empty as days pass: its end moves before its start. */
export function emptyRanges({ ranges }: Pick<NormalizedQuestion, 'ranges'>): AnswerWarning[] {
  return ranges.filter(isEmpty).map(({ pointer, ...range }) => ({
    code: 'empty_range',
    detail: `Nothing matches a range that ends at or before its start: ${shown(range)}.`,
    pointer,
  }));
}

function isEmpty({ from, after, before, to }: AnswerRange): boolean {
  const [start, end] = [from ?? after, before ?? to];
  if (start === undefined || end === undefined) return false;
  // Compare instants, not text: years after 9999 are written with a sign.
  const lasts = Date.parse(end) - Date.parse(start);
  return before === undefined ? lasts < 0 : lasts <= 0;
}

const shown = (range: Omit<AnswerRange, 'pointer'>): string =>
  Object.entries(range)
    .map(([name, edge]) => `${name} ${edge}`)
    .join(', ');
