import type { Cycle } from '../grammar.ts';
import { dayMs, type WeekStart } from './days.ts';

/** Minimum and maximum of each cycle. Days of the week start with Monday as 1; weeks of the year follow ISO 8601. */
export const cycleNumbers: Record<Cycle, readonly [min: number, max: number]> = {
  hourOfDay: [0, 23],
  dayOfWeek: [1, 7],
  dayOfMonth: [1, 31],
  weekOfYear: [1, 53],
  monthOfYear: [1, 12],
  quarterOfYear: [1, 4],
};

/** The cycle's number at a local time. `local` is in milliseconds since 1970, as if the local clock showed UTC. */
export function cycleOf(local: number, unit: Cycle): number {
  const date = new Date(local);
  switch (unit) {
    case 'hourOfDay':
      return date.getUTCHours();
    case 'dayOfWeek':
      return date.getUTCDay() || 7;
    case 'dayOfMonth':
      return date.getUTCDate();
    case 'weekOfYear':
      return weekOf(local);
    case 'monthOfYear':
      return date.getUTCMonth() + 1;
    case 'quarterOfYear':
      return Math.floor(date.getUTCMonth() / 3) + 1;
  }
}

/** A week belongs to the year of its Thursday. */
function weekOf(local: number): number {
  const day = Math.floor(local / dayMs);
  const thursday = day - (new Date(local).getUTCDay() || 7) + 4;
  const firstOfYear = new Date(0).setUTCFullYear(new Date(thursday * dayMs).getUTCFullYear(), 0, 1) / dayMs;
  return Math.floor((thursday - firstOfYear) / 7) + 1;
}

/** The same as a MongoDB expression. `local` is an expression of such a time. */
export function cycleExpression(local: object, unit: Cycle): object {
  switch (unit) {
    case 'hourOfDay':
      return { $hour: local };
    case 'dayOfWeek':
      return { $isoDayOfWeek: local };
    case 'dayOfMonth':
      return { $dayOfMonth: local };
    case 'weekOfYear':
      return { $isoWeek: local };
    case 'monthOfYear':
      return { $month: local };
    case 'quarterOfYear':
      return { $ceil: { $divide: [{ $month: local }, 3] } };
  }
}

const weekBegins: Record<WeekStart, number> = { monday: 1, sunday: 7, saturday: 6 };

/** Days since the start of the week: the sort position of a day of the week. */
export const placeInWeek = (day: number, weekStart: WeekStart): number => (day - weekBegins[weekStart] + 7) % 7;

/** The same as a MongoDB expression; null for no value and for the group of other values. */
export const placeInWeekExpression = (day: string, weekStart: WeekStart): object => ({
  $cond: [{ $isNumber: day }, { $mod: [{ $add: [day, 7 - weekBegins[weekStart]] }, 7] }, null],
});
