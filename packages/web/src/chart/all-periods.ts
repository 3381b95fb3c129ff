import type { Answer, AnswerColumn, AnswerRange, QuestionFilter } from '@tallyhook/schemas';
import { compareInTime, isCycle, partsOfCycle, type Calendar } from './cycles.ts';
import { isPeriodKey, type Key } from './group-keys.ts';
import { findGaps, hourMs, nextPeriod } from './periods.ts';

/**
 * Whether these keys of the first grouping are all periods that there are to show, in whatever order: none is missing
 * between two of them, and none where the filter begins or ends.
 */
export function hasAllPeriods(keys: readonly Key[], answer: Answer): boolean {
  const { columns, resolved } = answer.meta;
  const column = columns.find(({ role }) => role === 'group');
  if (column?.unit === undefined) return false;
  const calendar: Calendar = { unit: column.unit, weekStart: resolved.weekStart };
  const periods = keys.filter(isPeriodKey).sort((a, b) => compareInTime(a, b, calendar));
  // Of a unit that comes again all parts are asked for, whatever the filter says.
  if (isCycle(calendar.unit)) return periods.length === partsOfCycle[calendar.unit];
  const [first, last] = [periods[0], periods.at(-1)];
  if (typeof first !== 'string' || typeof last !== 'string' || findGaps(periods, calendar).size > 0) return false;
  const ranges = rangesOf(column, answer);
  const begin = Math.max(...ranges.flatMap(firstMoment));
  const end = Math.min(...ranges.flatMap(lastMoment));
  // An end that no range has is where the answer's own periods end.
  const [isOpenBefore, isOpenAfter] = [begin === -Infinity, end === Infinity];
  if (calendar.unit === 'hour')
    return (isOpenBefore || begin >= Date.parse(first)) && (isOpenAfter || end < Date.parse(last) + hourMs);
  const dayOf = daysIn(column.kind === 'day' ? 'UTC' : resolved.timezone);
  return (isOpenBefore || dayOf(begin) >= first) && (isOpenAfter || dayOf(end) < nextPeriod(last, calendar.unit));
}

/** The ranges that a date of every record of the answer lies in: what `or` and `not` say is true of some alone. */
function rangesOf({ field }: AnswerColumn, { meta }: Answer): AnswerRange[] {
  const pointers = new Set(pointersOn(field, meta.question.filter, '#/filter'));
  return meta.resolved.ranges.filter(({ pointer }) => pointers.has(pointer));
}

function pointersOn(field: string | undefined, filter: QuestionFilter | undefined, pointer: string): string[] {
  if (filter === undefined) return [];
  if ('and' in filter) return filter.and.flatMap((part, index) => pointersOn(field, part, `${pointer}/and/${index}`));
  return 'field' in filter && filter.field === field && filter.op !== 'nwithin' ? [pointer] : [];
}

/** The first moment in a range, in a list that is empty where it has none. */
function firstMoment({ from, after }: AnswerRange): number[] {
  if (from !== undefined) return [Date.parse(from)];
  return after === undefined ? [] : [Date.parse(after) + 1];
}

function lastMoment({ before, to }: AnswerRange): number[] {
  if (before !== undefined) return [Date.parse(before) - 1];
  return to === undefined ? [] : [Date.parse(to)];
}

/** The calendar days of moments in a zone, as keys are written: `2026-03-09`. */
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
