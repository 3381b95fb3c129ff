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

/** Beyond this number of periods, only those with records are drawn. */
const maxPeriods = 2_000;

export const hourMs = 3_600_000;

/**
 * The first days of all periods from the first to the last given key, in order. Hours and recurring units are only
 * sorted, not filled. Keys that are not periods come last: "all others", then "no date".
 */
export function fillPeriods(keys: readonly Key[], unit: Unit, weekStart: WeekStart): Key[] {
  const given = keys.filter(isPeriodKey).sort((a, b) => compareInTime(a, b, { unit, weekStart }));
  const others = keys.filter((key) => !isPeriodKey(key)).sort((a, b) => Number(a === null) - Number(b === null));
  if (unit === 'hour' || isCycle(unit)) return [...given, ...others];
  const days = given.map(String);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return others;
  const all = [first];
  while (all.at(-1)! < last && all.length < maxPeriods) all.push(nextPeriod(all.at(-1)!, unit));
  // Filling would drop keys that do not match the calendar's steps; then keep only the given keys.
  const known = new Set(all);
  const fits = all.at(-1) === last && days.every((day) => known.has(day));
  return [...(fits ? all : days), ...others];
}

/** The indexes of period keys that do not directly follow the key before them. */
export function findGaps(keys: readonly Key[], calendar: Calendar): Set<number> {
  const isGap = (key: Key, before: Key = null) =>
    isPeriodKey(key) && isPeriodKey(before) && !follows(key, before, calendar);
  return new Set([...keys.keys()].filter((index) => isGap(keys[index]!, keys[index - 1])));
}

function follows(key: string | number, before: string | number, calendar: Calendar): boolean {
  const { unit } = calendar;
  if (typeof key === 'number' || typeof before === 'number' || isCycle(unit))
    return placeInCycle(Number(key), calendar) - placeInCycle(Number(before), calendar) === 1;
  // With half-hour clock changes, two hours can be this close.
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
