import type { AnswerRange, AnswerWarning } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';

/** Says which ranges of a question nothing lies in: as days pass, one may come to end before it begins. */
export function emptyRanges({ ranges }: Pick<NormalizedQuestion, 'ranges'>): AnswerWarning[] {
  return ranges.filter(isEmpty).map(({ pointer, ...range }) => ({
    code: 'empty_range',
    detail: `Nothing lies in a range that ends where it begins or earlier: ${shown(range)}.`,
    pointer,
  }));
}

function isEmpty({ from, after, before, to }: AnswerRange): boolean {
  const [start, end] = [from ?? after, before ?? to];
  if (start === undefined || end === undefined) return false;
  // As texts they are in no order: the year after 9999 is written with a sign.
  const lasts = Date.parse(end) - Date.parse(start);
  return before === undefined ? lasts < 0 : lasts <= 0;
}

const shown = (range: Omit<AnswerRange, 'pointer'>): string =>
  Object.entries(range)
    .map(([name, edge]) => `${name} ${edge}`)
    .join(', ');
