import type { AnswerComparison } from '@tallyhook/schemas';
import { addUnits, dayMs, startOfPeriod, type DayNumber, type WeekStart } from '../dates/days.ts';
import { dayAt, firstInstant, offsetAt, startOfDay, type Zone } from '../dates/zone.ts';
import type { Period } from '../grammar.ts';

/** A half-open range of instants; of a day field, of UTC midnights. */
export interface InstantRange {
  from: number;
  before: number;
}

/** The range before another one. */
export interface RangeBefore {
  whole: InstantRange;
  /** What is compared with the asked range: of one that is not over, only as much as has passed. */
  compared: InstantRange;
  isPart: boolean;
  /** The first days of both ranges; absent if they begin within a day. */
  days?: { asked: DayNumber; before: DayNumber };
  /** The period that the range lies in, if it begins with one and is no longer. */
  unit?: NonNullable<AnswerComparison['unit']>;
}

export interface RangeClockOf {
  /** Of instants; days of a day field begin at UTC midnight. */
  zone: Zone;
  isOfDays: boolean;
  now: number;
  weekStart: WeekStart;
}

const named: readonly Period[] = ['week', 'month', 'quarter', 'year'];

/**
 * The range before one of a filter: of a month, the month before; of 30 days, the 30 days before. `words` is the
 * condition as written: a range that begins with the week, month, quarter or year it names is moved by that.
 */
export function rangeBefore(asked: InstantRange, words: string, clock: RangeClockOf): RangeBefore {
  const { isOfDays, zone, now, weekStart } = clock;
  const dayOf = (instant: number) => (isOfDays ? Math.floor(instant / dayMs) : dayAt(zone, instant));
  const instantOf = (day: DayNumber) => (isOfDays ? day * dayMs : startOfDay(zone, day));
  const today = dayAt(zone, now);
  const end = Math.min(asked.before, isOfDays ? (today + 1) * dayMs : now);
  const isPart = end > asked.from && end < asked.before;
  const first = dayOf(asked.from);
  if (instantOf(first) !== asked.from) {
    const from = asked.from - (asked.before - asked.from);
    const passed = isPart ? end - asked.from : asked.before - asked.from;
    return { whole: { from, before: asked.from }, compared: { from, before: from + passed }, isPart };
  }
  const last = dayOf(asked.before - 1);
  const unit = named.find((one) => words.toLowerCase().includes(one) && isWithin({ first, last }, one, weekStart));
  const step = unit === undefined ? stepOf(first, last) : { count: 1, unit };
  const back = (day: DayNumber) => addUnits(day, -step.count, step.unit);
  const before = back(first);
  const whole = { from: instantOf(before), before: asked.from };
  const days = { asked: first, before };
  // A range to date is over at every moment, but shorter than the one before it.
  const reached = isPart ? end : asked.before;
  const shifted = isOfDays
    ? (back(dayOf(reached - 1)) + 1) * dayMs
    : instantOf(dayOf(reached)) === reached
      ? instantOf(back(dayOf(reached - 1)) + 1)
      : sameTime(reached, { back, zone });
  const compared = { from: whole.from, before: Math.min(shifted, whole.before) };
  return { whole, compared, isPart, days, ...(unit !== undefined && { unit }) };
}

/** The same time of day on an earlier day. */
function sameTime(instant: number, { back, zone }: { back: (day: DayNumber) => DayNumber; zone: Zone }): number {
  const day = dayAt(zone, instant);
  const timeMs = instant + offsetAt(zone, instant) - day * dayMs;
  return firstInstant(zone, back(day) * dayMs + timeMs);
}

function isWithin({ first, last }: { first: DayNumber; last: DayNumber }, unit: Period, weekStart: WeekStart): boolean {
  return startOfPeriod(first, unit, weekStart) === first && last < addUnits(first, 1, unit);
}

/** Whole months are moved by as many months, which may have other lengths; everything else by its days. */
function stepOf(first: DayNumber, last: DayNumber): { count: number; unit: Period } {
  const isMonthStart = (day: DayNumber) => startOfPeriod(day, 'month', 'monday') === day;
  if (!isMonthStart(first) || !isMonthStart(last + 1)) return { count: last + 1 - first, unit: 'day' };
  const [start, end] = [new Date(first * dayMs), new Date((last + 1) * dayMs)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return { count: months, unit: 'month' };
}
