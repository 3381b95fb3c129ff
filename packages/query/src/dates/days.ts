import type { Question } from '@tallyhook/schemas';
import type { Period } from '../grammar.ts';

export type WeekStart = NonNullable<Question['weekStart']>;

/** A calendar day as the number of days since 1 January 1970, in the proleptic Gregorian calendar. */
export type DayNumber = number;

export const dayMs = 86_400_000;
/** The day of the week that a week starts with, counted from Sunday as 0. */
export const firstWeekday: Record<WeekStart, number> = { sunday: 0, monday: 1, saturday: 6 };
const monthsIn: Record<'month' | 'quarter' | 'year', number> = { month: 1, quarter: 3, year: 12 };

/** Formats a day as `YYYY-MM-DD`. */
export function formatDay(day: DayNumber): string {
  const text = new Date(day * dayMs).toISOString();
  return text.slice(0, text.indexOf('T'));
}

/** Parses `YYYY-MM-DD`; undefined for anything else, including 30 February. */
export function parseDay(text: string): DayNumber | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const day = Date.parse(`${text}T00:00:00Z`) / dayMs;
  return Number.isNaN(day) || formatDay(day) !== text ? undefined : day;
}

/** The first day of the period that contains a day. */
export function startOfPeriod(day: DayNumber, unit: Period, weekStart: WeekStart): DayNumber {
  if (unit === 'day') return day;
  if (unit === 'week') return day - ((((day + 4 - firstWeekday[weekStart]) % 7) + 7) % 7);
  const date = new Date(day * dayMs);
  const months = monthsIn[unit];
  return dayOf(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1);
}

/** Adds units to a day; `count` may be negative. In a shorter month, the result is that month's last day. */
export function addUnits(day: DayNumber, count: number, unit: Period): DayNumber {
  if (unit === 'day') return day + count;
  if (unit === 'week') return day + 7 * count;
  const date = new Date(day * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count * monthsIn[unit]];
  const lastOfMonth = dayOf(year, month + 1, 1) - 1;
  return Math.min(dayOf(year, month, 1) + date.getUTCDate() - 1, lastOfMonth);
}

function dayOf(year: number, month: number, date: number): DayNumber {
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month, date) / dayMs;
}
