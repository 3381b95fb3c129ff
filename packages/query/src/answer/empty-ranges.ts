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
  const start = from ?? after;
  if (start === undefined) return false;
  return before === undefined ? to !== undefined && start > to : start >= before;
}

const shown = (range: Omit<AnswerRange, 'pointer'>): string =>
  Object.entries(range)
    .map(([name, edge]) => `${name} ${edge}`)
    .join(', ');
