import type { AnswerRange } from '@tallyhook/schemas';
import { createFormats, type Formats } from './formats.ts';

const dayMs = 86_400_000;

/** The range of a condition in whole days, both ends included: `1 Mar 2026 – 31 Mar 2026`. */
export function formatRange(range: AnswerRange, formats: Formats, timezone: string | undefined): string {
  const { first, last } = formatRangeEnds(range, formats, timezone);
  if (first !== undefined && last !== undefined) return first === last ? first : `${first} – ${last}`;
  if (first !== undefined) return `from ${first}`;
  return last === undefined ? '' : `until ${last}`;
}

/** The start and end of a range: the first and last day, or a moment with its time. */
export function formatRangeEnds(
  { from, after, before, to }: AnswerRange,
  formats: Formats,
  timezone: string | undefined,
) {
  const words = (text: string | undefined, edge: Edge) =>
    text === undefined ? undefined : formatEdge(text, edge, { formats, timezone });
  return {
    first: words(from, 'from') ?? words(after, 'moment'),
    last: words(to, 'moment') ?? words(before, 'before'),
  };
}

/** Whole days start with `from` and end just before `before`; anything else is a moment, even at the start of a day. */
type Edge = 'from' | 'before' | 'moment';

function formatEdge(
  text: string,
  edge: Edge,
  { formats, timezone }: { formats: Formats; timezone: string | undefined },
): string {
  const justBefore = new Date(Date.parse(text) - (isDay(text) ? dayMs : 1)).toISOString();
  if (isDay(text)) return formats.day(edge === 'before' ? justBefore.slice(0, 10) : text);
  const own = createFormats(navigator.languages, timezone);
  const isStartOfDay = own.dayOf(text) !== own.dayOf(justBefore);
  if (edge === 'moment' || !isStartOfDay) return own.moment(text);
  return own.dayOf(edge === 'before' ? justBefore : text);
}

/** Years after 9999 are written with a sign: `+010000-01-01`. */
function isDay(text: string): boolean {
  return /^(\d{4}|\+\d{6})-\d{2}-\d{2}$/.test(text);
}
