import type { AnswerRange } from '@tallyhook/schemas';
import { createFormats, type Formats } from './formats.ts';

const dayMs = 86_400_000;

/** What the days of a condition came to, both ends included: `1 Mar 2026 – 31 Mar 2026`. */
export function rangeInWords(range: AnswerRange, formats: Formats, timezone: string | undefined): string {
  const { first, last } = endsInWords(range, formats, timezone);
  if (first !== undefined && last !== undefined) return first === last ? first : `${first} – ${last}`;
  if (first !== undefined) return `from ${first}`;
  return last === undefined ? '' : `until ${last}`;
}

/** The first and the last day of a range, each where it has one. */
export function endsInWords({ from, after, before, to }: AnswerRange, formats: Formats, timezone: string | undefined) {
  const start = from ?? after;
  return {
    first: start === undefined ? undefined : dayOf(start, formats, timezone),
    last: to !== undefined ? dayOf(to, formats, timezone) : lastBefore(before, formats, timezone),
  };
}

function dayOf(text: string, formats: Formats, timezone: string | undefined): string {
  return isDay(text) ? formats.day(text) : createFormats(navigator.languages, timezone).dayOf(text);
}

/** A range ends right before this: its last day is the day of the moment before. */
function lastBefore(text: string | undefined, formats: Formats, timezone: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (isDay(text)) return formats.day(new Date(Date.parse(text) - dayMs).toISOString().slice(0, 10));
  return dayOf(new Date(Date.parse(text) - 1).toISOString(), formats, timezone);
}

/** Years after 9999 are written with a sign: `+010000-01-01`. */
function isDay(text: string): boolean {
  return /^(\d{4}|\+\d{6})-\d{2}-\d{2}$/.test(text);
}
