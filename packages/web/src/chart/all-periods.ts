import type { Answer, AnswerColumn, AnswerRange, QuestionFilter } from '@tallyhook/schemas';
import { compareInTime, isCycle, partsOfCycle, type Calendar } from './cycles.ts';
import { isPeriodKey, type Key } from './group-keys.ts';
import { findGaps, hourMs, nextPeriod } from './periods.ts';

/**
 * Whether these keys of the first grouping include every period in range, in any order: none missing between two of
 * them, nor where the filter begins or ends.
 */
export function hasAllPeriods(keys: readonly Key[], answer: Answer): boolean {
  const { columns, resolved } = answer.meta;
  const column = columns.find(({ role }) => role === 'group');
  if (column?.unit === undefined) return false;
  const calendar: Calendar = { unit: column.unit, weekStart: resolved.weekStart };
  const periods = keys.filter(isPeriodKey).sort((a, b) => compareInTime(a, b, calendar));
  // For a recurring unit, all parts are required, whatever the filter says.
  if (isCycle(calendar.unit)) return periods.length === partsOfCycle[calendar.unit];
  const [first, last] = [periods[0], periods.at(-1)];
  if (typeof first !== 'string' || typeof last !== 'string' || findGaps(periods, calendar).size > 0) return false;
  const ranges = rangesOf(column, answer);
  const begin = Math.max(...ranges.flatMap(firstMoment));
  const end = Math.min(...ranges.flatMap(lastMoment));
  // If no range has this end, the answer's own first or last period is the end.
  const [isOpenBefore, isOpenAfter] = [begin === -Infinity, end === Infinity];
  if (calendar.unit === 'hour')
    return (isOpenBefore || begin >= Date.parse(first)) && (isOpenAfter || end < Date.parse(last) + hourMs);
  const dayOf = daysIn(column.kind === 'day' ? 'UTC' : resolved.timezone);
  return (isOpenBefore || dayOf(begin) >= first) && (isOpenAfter || dayOf(end) < nextPeriod(last, calendar.unit));
}

/** The ranges that every record's date lies in. Ranges within `or` and `not` only apply to some records. */
function rangesOf({ field }: AnswerColumn, { meta }: Answer): AnswerRange[] {
  const pointers = new Set(pointersOn(field, meta.question.filter, '#/filter'));
  return meta.resolved.ranges.filter(({ pointer }) => pointers.has(pointer));
}

function pointersOn(field: string | undefined, filter: QuestionFilter | undefined, pointer: string): string[] {
  if (filter === undefined) return [];
  if ('and' in filter) return filter.and.flatMap((part, index) => pointersOn(field, part, `${pointer}/and/${index}`));
  return 'field' in filter && filter.field === field && filter.op !== 'nwithin' ? [pointer] : [];
}

/** The first moment in a range, as a list; empty if the range has no start. */
function firstMoment({ from, after }: AnswerRange): number[] {
  if (from !== undefined) return [Date.parse(from)];
  return after === undefined ? [] : [Date.parse(after) + 1];
}

function lastMoment({ before, to }: AnswerRange): number[] {
  if (before !== undefined) return [Date.parse(before) - 1];
  return to === undefined ? [] : [Date.parse(to)];
}

/** Returns a function that gives a moment's calendar day in a zone, in key format: `2026-03-09`. */
function daysIn(timezone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${parts.get('year')!.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  };
}
