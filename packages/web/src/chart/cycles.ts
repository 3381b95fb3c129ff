import type { AnswerColumn } from '@tallyhook/schemas';

export type Unit = NonNullable<AnswerColumn['unit']>;
/** A unit whose groups recur, identified by number. */
export type Cycle = 'hourOfDay' | 'dayOfWeek' | 'dayOfMonth' | 'weekOfYear' | 'monthOfYear' | 'quarterOfYear';
/** A unit whose groups are stretches of days, identified by their first day. */
export type Period = Exclude<Unit, Cycle | 'hour'>;

/** The label of a unit: `by day of the week`. */
export const unitLabels: Record<Unit, string> = {
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  hour: 'hour',
  hourOfDay: 'hour of the day',
  dayOfWeek: 'day of the week',
  dayOfMonth: 'day of the month',
  weekOfYear: 'week of the year',
  monthOfYear: 'month of the year',
  quarterOfYear: 'quarter of the year',
};

export const isCycle = (unit: Unit): unit is Cycle => unit.includes('Of');

/** The number of groups of each. */
export const partsOfCycle: Record<Cycle, number> = {
  hourOfDay: 24,
  dayOfWeek: 7,
  dayOfMonth: 31,
  weekOfYear: 53,
  monthOfYear: 12,
  quarterOfYear: 4,
};

const weekBegins = { monday: 1, sunday: 7, saturday: 6 } as const;
export type WeekStart = keyof typeof weekBegins;

/** How time is divided into groups. */
export interface Calendar {
  unit: Unit;
  weekStart: WeekStart;
}

/** The position of a part within its cycle; days of the week start at the calendar's first weekday. */
export function placeInCycle(number: number, { unit, weekStart }: Calendar): number {
  return unit === 'dayOfWeek' ? (number - weekBegins[weekStart] + 7) % 7 : number;
}

/**
 * Compares two groups of a unit in time order: days of the week from the calendar's first weekday, hours as moments,
 * because the clock repeats some.
 */
export function compareInTime(one: string | number, other: string | number, calendar: Calendar): number {
  const place = (key: string | number) => {
    if (typeof key === 'number') return placeInCycle(key, calendar);
    return calendar.unit === 'hour' ? Date.parse(key) : key;
  };
  const [a, b] = [place(one), place(other)];
  return a === b ? 0 : a < b ? -1 : 1;
}
