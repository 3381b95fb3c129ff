import type { Unit } from '../chart/cycles.ts';

/** Labels of days relative to today. */
const relativeDays: Record<string, string> = {
  today: 'today',
  '-1d': 'yesterday',
  '+1d': 'tomorrow',
  startOfWeek: 'the start of this week',
  startOfMonth: 'the start of this month',
  startOfQuarter: 'the start of this quarter',
  startOfYear: 'the start of this year',
  'startOfMonth-1month': 'the start of last month',
  'startOfYear-1year': 'the start of last year',
};

/** The relative days that a picker offers by name. */
export const namedDays: readonly { value: string; label: string }[] = Object.entries(relativeDays).map(
  ([value, label]) => ({ value, label }),
);

/** The ranges that a picker offers by name. */
export const namedRanges: readonly string[] = [
  'today',
  'yesterday',
  'this week',
  'last week',
  'this month',
  'last month',
  'this quarter',
  'last quarter',
  'this year',
  'last year',
  'year to date',
  'last 7 days',
  'last 30 days',
  'last 90 days',
  'last 12 months',
  'last 12 months including current',
  'next 7 days',
  'next 30 days',
];

const unitLabels: Record<string, string> = { d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' };

/** A number of units before or after today. */
export interface DayOffset {
  count: number;
  unit: string;
  /** Whether it is before today. */
  isAgo: boolean;
}

/** Parses `-30d`, `minus-30-d`, `+2w`, `-3M`, `today-7d`; undefined for any other text. */
export function readOffset(text: string): DayOffset | undefined {
  // After `today`, `M` means months and `m` minutes; without it, both mean months.
  const [, after] = /^today([-+]\d+[dwMqy])$/.exec(text) ?? [];
  const match = /^(?:(-|\+)(\d+)([dwmMqy])|(minus|plus)-(\d+)-([dwmMqy]))$/.exec(after ?? text);
  if (match === null) return undefined;
  const [, sign, count, unit, word, wordCount, wordUnit] = match;
  const isAgo = sign === '-' || word === 'minus';
  return { count: Number(count ?? wordCount), unit: (unit ?? wordUnit)!.toLowerCase(), isAgo };
}

/** Writes an offset as questions have it: `-30d`; months as `-3M`, which cannot be mistaken for minutes. */
export function writeOffset({ count, unit, isAgo }: DayOffset): string {
  return `${isAgo ? '-' : '+'}${count}${unit === 'm' ? 'M' : unit}`;
}

/** A day as text: `30 days ago`, `the start of this month`; picked dates are formatted by `day`. */
export function describeDay(value: string, day: (date: string) => string): string {
  if (Object.hasOwn(relativeDays, value)) return relativeDays[value]!;
  const offset = readOffset(value);
  if (offset !== undefined) {
    const unit = unitLabels[offset.unit]!;
    const count = `${offset.count} ${unit}${offset.count === 1 ? '' : 's'}`;
    return offset.isAgo ? `${count} ago` : `in ${count}`;
  }
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? orRawValue(() => day(value), value) : value;
}

/** A range as text; the dates of a range of two days are formatted by `day`. */
export function describeRange(value: unknown, day: (date: string) => string, period: FormatPeriod): string {
  if (typeof value === 'object' && value !== null && 'unit' in value && 'at' in value)
    return orRawValue(() => period(value.at as string | number, value.unit as Unit), value.at);
  const text = String(value);
  const [from, to] = text.split('..');
  if (to === undefined || from === undefined) return text;
  if (from.trim() === '') return `until ${describeDay(to.trim(), day)}`;
  return to.trim() === ''
    ? `from ${describeDay(from.trim(), day)}`
    : `${describeDay(from.trim(), day)} to ${describeDay(to.trim(), day)}`;
}

export type FormatPeriod = (at: string | number, unit: Unit) => string;

/** An address can contain an invalid date. The service refuses it; until then, show the raw value. */
function orRawValue(words: () => string, value: unknown): string {
  try {
    return words();
  } catch (error) {
    if (error instanceof RangeError) return String(value);
    throw error;
  }
}
