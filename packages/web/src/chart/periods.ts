import {
  compareInTime,
  isCycle,
  placeInCycle,
  type Calendar,
  type Period,
  type Unit,
  type WeekStart,
} from './cycles.ts';
import { isPeriodKey, type Key } from './group-keys.ts';

/** A calendar that would have more periods than this is drawn with those that have records alone. */
const mostPeriods = 2_000;

export const hourMs = 3_600_000;

/**
 * The first days of all periods from the first to the last that is given, in order; of hours and of a unit that comes
 * again, those that are given. What is no period comes last: all other groups, then records without a date.
 */
export function fillPeriods(keys: readonly Key[], unit: Unit, weekStart: WeekStart): Key[] {
  const given = keys.filter(isPeriodKey).sort((a, b) => compareInTime(a, b, { unit, weekStart }));
  const others = keys.filter((key) => !isPeriodKey(key)).sort((a, b) => Number(a === null) - Number(b === null));
  if (unit === 'hour' || isCycle(unit)) return [...given, ...others];
  const days = given.map(String);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return others;
  const all = [first];
  while (all.at(-1)! < last && all.length < mostPeriods) all.push(nextPeriod(all.at(-1)!, unit));
  // Periods that do not meet the calendar's steps would be lost: then none are added.
  const known = new Set(all);
  const fits = all.at(-1) === last && days.every((day) => known.has(day));
  return [...(fits ? all : days), ...others];
}

/** Which of these keys, by their places, are a period but not the one that follows the key before them. */
export function findGaps(keys: readonly Key[], calendar: Calendar): Set<number> {
  const isGap = (key: Key, before: Key = null) =>
    isPeriodKey(key) && isPeriodKey(before) && !follows(key, before, calendar);
  return new Set([...keys.keys()].filter((index) => isGap(keys[index]!, keys[index - 1])));
}

function follows(key: string | number, before: string | number, calendar: Calendar): boolean {
  const { unit } = calendar;
  if (typeof key === 'number' || typeof before === 'number' || isCycle(unit))
    return placeInCycle(Number(key), calendar) - placeInCycle(Number(before), calendar) === 1;
  // Clocks that are set by half an hour have hours that are as short.
  if (unit === 'hour') return Date.parse(key) - Date.parse(before) <= hourMs;
  return nextPeriod(before, unit) === key;
}

/** The first day of the period after the one that begins on `day`. */
export function nextPeriod(day: string, unit: Period): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const next = {
    day: [year, month, date + 1],
    week: [year, month, date + 7],
    month: [year, month + 1, 1],
    quarter: [year, month + 3, 1],
    year: [year + 1, 1, 1],
  }[unit] as [number, number, number];
  const moment = new Date(0);
  moment.setUTCFullYear(next[0], next[1] - 1, next[2]);
  return moment.toISOString().slice(0, 10);
}
