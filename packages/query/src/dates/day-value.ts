import type { Period } from '../grammar.ts';
import { addUnits, parseDay, startOfPeriod, type DayNumber, type WeekStart } from './days.ts';

const unitNames: Record<string, Period> = {
  ...namesOf('day', 'd', 'day', 'days'),
  ...namesOf('week', 'w', 'week', 'weeks'),
  // Days have no minutes, so `m` also means months.
  ...namesOf('month', 'M', 'm', 'month', 'months'),
  ...namesOf('quarter', 'q', 'quarter', 'quarters'),
  ...namesOf('year', 'y', 'year', 'years'),
};
const unitPattern = Object.keys(unitNames).join('|');
const offset = new RegExp(`^(\\+|-|plus-|minus-)(\\d{1,5})-?(${unitPattern})$`);
const start = new RegExp(`^startOf(Week|Month|Quarter|Year)((?:\\+|-)\\d{1,5}(?:${unitPattern}))?$`);
const firstDay = parseDay('0001-01-01')!;
const lastDay = parseDay('9999-12-31')!;

export interface Today {
  today: DayNumber;
  weekStart: WeekStart;
}

/** Examples of day values, for messages. */
export const dayForms = [
  '2026-03-01',
  'today',
  '-30d',
  'today-7d',
  '+2w',
  'startOfMonth',
  'startOfMonth-1month',
  'today/month',
] as const;

/**
 * Parses a day value of a question: `YYYY-MM-DD`, `today`, an offset from today such as `-30d`, `minus-30-d`, `+2w` or
 * `-3M`, or the first day of the current week, month, quarter or year with an optional offset. Undefined for anything
 * else.
 */
export function parseDayValue(text: string, { today, weekStart }: Today): DayNumber | undefined {
  const day = readDay(text, { today, weekStart });
  return day !== undefined && day >= firstDay && day <= lastDay ? day : undefined;
}

function readDay(text: string, { today, weekStart }: Today): DayNumber | undefined {
  if (text === 'today') return today;
  if (offset.test(text)) return shift(today, text);
  const [found, unit, shiftText] = start.exec(text) ?? [];
  if (found === undefined) return parseDay(text);
  const first = startOfPeriod(today, unit!.toLowerCase() as Period, weekStart);
  return shiftText === undefined ? first : shift(first, shiftText);
}

function shift(day: DayNumber, text: string): DayNumber {
  const [, sign, count, unit] = offset.exec(text) as unknown as [string, string, string, string];
  const direction = sign === '-' || sign === 'minus-' ? -1 : 1;
  return addUnits(day, direction * Number(count), unitNames[unit]!);
}

function namesOf(unit: Period, ...names: string[]): Record<string, Period> {
  return Object.fromEntries(names.map((name) => [name, unit]));
}
