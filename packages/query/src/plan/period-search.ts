import { addUnits, dayMs, parseDay, startOfPeriod, type DayNumber, type WeekStart } from '../dates/days.ts';
import { dayAt, openZone, startOfDay, type Zone } from '../dates/zone.ts';
import type { Period } from '../grammar.ts';
import type { Bounds, Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { boundsOf } from './bounds.ts';
import { localPeriod } from './local-time.ts';
import { isPresent } from './stored-kinds.ts';

/** Ten comparisons find one of this many periods. */
const maxPeriods = 1_024;

interface Search {
  zone: Zone;
  unit: Period;
  weekStart: WeekStart;
  bounds: Bounds;
  askedAt: Date;
}

/**
 * The first day of an instant's period, as a date at midnight UTC; null for no value. `value` is the path of the
 * instant, by default the group's field.
 */
export function periodOf(
  { field, unit }: Group,
  { timezone, weekStart, filter, askedAt }: NormalizedQuestion,
  value = `$${field.name}`,
): object {
  const bounds = boundsOf(field, filter);
  const period = searchPeriod(value, { zone: openZone(timezone), unit: unit as Period, weekStart, bounds, askedAt });
  return { $cond: [isPresent(field, value), period, null] };
}

/**
 * Finds an instant's period by binary search over the starts of the likely periods, which is much faster than computing
 * it. Other instants are computed, as are all in zones that never change their clock.
 */
export function searchPeriod(value: string, search: Search): object {
  const { zone, unit, weekStart, bounds } = search;
  const computed = localPeriod(value, { zone, unit, weekStart, bounds });
  if (zone.offsets.length === 1) return computed;
  const days = likelyPeriods(search);
  const starts = days.map((day) => new Date(startOfDay(zone, day)));
  const find = (low: number, high: number): unknown => {
    if (high - low === 1) return new Date(days[low]! * dayMs);
    const middle = (low + high) >> 1;
    return { $cond: [{ $gte: [value, starts[middle]] }, find(middle, high), find(low, middle)] };
  };
  const isLikely = { $and: [{ $gte: [value, starts[0]] }, { $lt: [value, starts.at(-1)] }] };
  return { $cond: [isLikely, find(0, days.length - 1), computed] };
}

/** First days of the likely periods and of the one after them: those within the filter, or those around today. */
function likelyPeriods({ zone, unit, weekStart, bounds, askedAt }: Search): DayNumber[] {
  const today = dayAt(zone, askedAt.getTime());
  const [from, to] = [bounds.gte, bounds.lte].map((bound) => bound && dayAt(zone, bound.valueOf()));
  const usual = usualDays(unit, today);
  const spans: [DayNumber, DayNumber][] = [
    [from ?? usual[0], to ?? usual[1]],
    [Math.max(from ?? usual[0], usual[0]), Math.min(to ?? usual[1], usual[1])],
    usual,
  ];
  const lists = spans.map(([first, last]) => periodsBetween(first, last, unit, weekStart));
  return lists.find((list) => list.length > 1 && list.length <= maxPeriods)!;
}

function usualDays(unit: Period, today: DayNumber): [DayNumber, DayNumber] {
  if (unit === 'day') return [addUnits(today, -900, 'day'), addUnits(today, 100, 'day')];
  if (unit === 'week') return [addUnits(today, -15, 'year'), addUnits(today, 3, 'year')];
  return [parseDay('1970-01-01')!, addUnits(today, 10, 'year')];
}

function periodsBetween(first: DayNumber, last: DayNumber, unit: Period, weekStart: WeekStart): DayNumber[] {
  const days: DayNumber[] = [];
  let day = startOfPeriod(first, unit, weekStart);
  while (day <= last && days.length <= maxPeriods) {
    days.push(day);
    day = addUnits(day, 1, unit);
  }
  if (days.length > 0) days.push(day);
  return days;
}
