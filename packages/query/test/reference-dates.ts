/**
 * An independent, slow implementation of days and ranges. It works on dates formatted by Intl and on text, and uses
 * nothing from the package.
 */

export interface Settings {
  timezone: string;
  weekStart: string;
  now: Date;
}

/** A half-open range; edges are days as text, or instants. */
export interface Stretch {
  from?: string | Date;
  before?: string | Date;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD HH:MM:SS` in local time of a zone. */
export function localText(date: Date, timeZone: string): string {
  if (!formats.has(timeZone)) {
    const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
    formats.set(timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, ...style }));
  }
  return formats.get(timeZone)!.format(date);
}

/** The day of a value, by the kind of its field. */
export function dayOf(date: Date, kind: string, { timezone }: Settings): string {
  return localText(date, kind === 'day' ? 'UTC' : timezone).slice(0, 10);
}

export function lies(date: Date, { from, before }: Stretch, kind: string, settings: Settings): boolean {
  const day = dayOf(date, kind, settings);
  const isAfter = (edge: string | Date) => (typeof edge === 'string' ? day >= edge : +date >= +edge);
  return (from === undefined || isAfter(from)) && (before === undefined || !isAfter(before));
}

/** The range of a comparison: whole days, or bounded by an instant. */
export function stretchOf(op: string, value: unknown, settings: Settings): Stretch {
  if (op === 'within') return withinOf(value, settings);
  if (op === 'between') {
    const [low, high] = value as [string, string];
    return { ...stretchOf('gte', low, settings), ...stretchOf('lte', high, settings) };
  }
  const { from, before } = pointOf(value as string, settings);
  const isInstant = from instanceof Date && before instanceof Date && +from === +before;
  const next = isInstant ? new Date(+from + 1) : before;
  if (op === 'eq') return { from, before: next };
  if (op === 'gt') return { from: next };
  if (op === 'gte') return { from };
  return { before: op === 'lt' ? from : next };
}

function todayOf({ now, timezone }: Settings): string {
  return localText(now, timezone).slice(0, 10);
}

function namedDay(text: string, settings: Settings): string {
  const today = todayOf(settings);
  if (text === 'today') return today;
  const relative = /^(?:minus-|-)(\d+)-?d$/.exec(text);
  return relative ? stepDays(today, -Number(relative[1])) : text;
}

/** The ranges that random questions use. */
function withinOf(value: unknown, settings: Settings): Stretch {
  if (typeof value === 'object') {
    const { unit, at } = value as { unit: string; at: string };
    const first = periodOf(at, unit, settings);
    return { from: first, before: stepPeriods(first, 1, unit) };
  }
  const text = (value as string).replaceAll('_', ' ');
  if (text.includes('..')) {
    const [start, end] = text.split('..') as [string, string];
    return {
      ...(start === '' ? {} : { from: pointOf(start, settings).from }),
      ...(end === '' ? {} : { before: pointOf(end, settings).before }),
    };
  }
  const today = todayOf(settings);
  if (text === 'today') return { from: today, before: stepDays(today, 1) };
  if (text === 'yesterday') return { from: stepDays(today, -1), before: today };
  if (text === 'tomorrow') return { from: stepDays(today, 1), before: stepDays(today, 2) };
  const words = text.split(' ');
  const unit = words.find((word) => /^(minute|hour|day|week|month|quarter|year)s?$/.test(word))!.replace(/s$/, '');
  const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 1);
  const isCurrent = text.endsWith('including current');
  const start = startOf(unit, settings);
  const step = (by: number) => (typeof start === 'string' ? stepPeriods(start, by, unit) : later(start, by, unit));
  if (text.endsWith('to date')) return { from: start, before: settings.now };
  if (words[0] === 'this') return { from: start, before: step(1) };
  if (words[0] === 'last') return { from: step(isCurrent ? 1 - count : -count), before: step(isCurrent ? 1 : 0) };
  return { from: step(isCurrent ? 0 : 1), before: step(isCurrent ? count : count + 1) };
}

const later = (date: Date, count: number, unit: string): Date =>
  new Date(+date + count * (unit === 'hour' ? 3_600_000 : 60_000));

/** The start of the current unit: a day, or an instant for hours and minutes. */
function startOf(unit: string, settings: Settings): string | Date {
  if (unit === 'minute' || unit === 'hour') return startOfClock(settings.now, unit, settings);
  return periodOf(todayOf(settings), unit, settings);
}

/** Rounds down to the hour or minute of the zone's clock. */
function startOfClock(date: Date, unit: string, { timezone }: Settings): Date {
  const [, minutes, seconds] = localText(date, timezone).slice(11).split(':').map(Number);
  const over = (unit === 'hour' ? minutes! * 60 : 0) + seconds!;
  return new Date(Math.floor((+date - over * 1_000) / 1_000) * 1_000);
}

/** Start and end of a point, in the forms that random questions use. */
function pointOf(text: string, settings: Settings): Required<Stretch> {
  const [name, unit] = text.split('/') as [string, string?];
  const edge = edgeOf(name, settings);
  if (unit === 'hour' || unit === 'minute') {
    const start = startOfClock(edge as Date, unit, settings);
    return { from: start, before: later(start, 1, unit) };
  }
  if (typeof edge !== 'string' && unit === undefined) return { from: edge, before: edge };
  const day = typeof edge === 'string' ? edge : dayOf(edge, 'instant', settings);
  const first = periodOf(day, unit ?? 'day', settings);
  return { from: first, before: stepPeriods(first, 1, unit ?? 'day') };
}

function edgeOf(name: string, settings: Settings): string | Date {
  const [, base, sign, digits, letter] = /^(now|today)(?:([+-])(\d+)([mhdwMqy]))?$/.exec(name) ?? [];
  if (base === undefined) return name.includes('T') ? new Date(name) : namedDay(name, settings);
  const count = digits === undefined ? 0 : Number(`${sign}${digits}`);
  const unit = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month', q: 'quarter', y: 'year' }[letter ?? 'd']!;
  if (base === 'today') return stepPeriods(todayOf(settings), count, unit);
  if (unit === 'minute' || unit === 'hour') return later(settings.now, count, unit);
  return sameTimeOn(stepPeriods(todayOf(settings), count, unit), settings);
}

/** The instant of a day with the current local time: tries every quarter of an hour. */
function sameTimeOn(day: string, { now, timezone }: Settings): Date {
  const wanted = `${day} ${localText(now, timezone).slice(11)}`;
  const around = Date.parse(`${day}T${now.toISOString().slice(11)}`);
  for (let quarters = -200; quarters <= 200; quarters += 1) {
    const date = new Date(around + quarters * 900_000);
    if (localText(date, timezone) === wanted) return date;
  }
  throw new Error(`The clock of ${timezone} never shows ${wanted}.`);
}

/** Cycles by their numbers. */
export const cycles: Record<string, number[]> = {
  hourOfDay: numbersTo(0, 23),
  dayOfWeek: numbersTo(1, 7),
  dayOfMonth: numbersTo(1, 31),
  weekOfYear: numbersTo(1, 53),
  monthOfYear: numbersTo(1, 12),
  quarterOfYear: numbersTo(1, 4),
};

function numbersTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The local hour of a date with its UTC offset. */
export function hourOf(date: Date, { timezone }: Settings): string {
  const text = localText(date, timezone);
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(date);
  const offset = parts.find(({ type }) => type === 'timeZoneName')!.value.slice(3) || '+00:00';
  return `${text.slice(0, 10)}T${text.slice(11, 13)}:00:00${offset}`;
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The number of a date in a cycle. */
export function cycleOf(date: Date, unit: string, kind: string, { timezone }: Settings): number {
  const text = localText(date, kind === 'day' ? 'UTC' : timezone);
  const month = Number(text.slice(5, 7));
  if (unit === 'hourOfDay') return Number(text.slice(11, 13));
  if (unit === 'dayOfMonth') return Number(text.slice(8, 10));
  if (unit === 'monthOfYear') return month;
  if (unit === 'quarterOfYear') return month <= 3 ? 1 : month <= 6 ? 2 : month <= 9 ? 3 : 4;
  if (unit === 'dayOfWeek') return weekdays.indexOf(weekdayOf(text.slice(0, 10))) + 1;
  const monday = periodOf(text.slice(0, 10), 'week', { weekStart: 'monday' });
  let thursday = stepDays(monday, 3);
  let week = 0;
  for (const year = thursday.slice(0, 4); thursday.startsWith(year); thursday = stepDays(thursday, -7)) week += 1;
  return week;
}

/** The position of a day in its week, if weeks do not start on Monday. */
export function placeInWeek(day: number, weekStart: string): number {
  const first = weekdays.indexOf(weekStart);
  return [...weekdays.slice(first), ...weekdays.slice(0, first)].indexOf(weekdays[day - 1]!);
}

const weekdayOf = (text: string): string =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(text)).toLowerCase();

/** The first day of the period that contains a day. */
export function periodOf(day: string, unit: string, { weekStart }: Pick<Settings, 'weekStart'>): string {
  if (unit === 'day') return day;
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  if (unit === 'quarter') {
    const month = Number(day.slice(5, 7));
    return `${day.slice(0, 4)}-${month <= 3 ? '01' : month <= 6 ? '04' : month <= 9 ? '07' : '10'}-01`;
  }
  let first = day;
  while (weekdayOf(first) !== weekStart) first = stepDays(first, -1);
  return first;
}

/** A day some periods later or earlier; in a shorter month, its last day. */
export function stepPeriods(day: string, count: number, unit: string): string {
  if (unit === 'day' || unit === 'week') return stepDays(day, count * (unit === 'week' ? 7 : 1));
  const months = count * (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12);
  const all = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const month = `${String(Math.floor(all / 12)).padStart(4, '0')}-${String((all % 12) + 1).padStart(2, '0')}`;
  for (let date = Number(day.slice(8)); ; date -= 1) {
    const text = `${month}-${String(date).padStart(2, '0')}`;
    if (stepDays(text, 0) === text) return text;
  }
}

export function stepDays(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(+date)) return '';
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
