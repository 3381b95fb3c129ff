import type { Period } from '../grammar.ts';
import { parseDayValue } from './day-value.ts';
import { addUnits, dayMs, parseDay, startOfPeriod, type DayNumber, type WeekStart } from './days.ts';
import { parseInstant } from './instant-value.ts';
import { dayAt, firstInstant, offsetAt, type Zone } from './zone.ts';

/** A range's start or end: the start of a day, or an instant in milliseconds since 1970. */
export type Edge = { day: DayNumber } | { instant: number };

/** A half-open range. A missing edge leaves that side open. */
export interface Range {
  from?: Edge;
  before?: Edge;
}

export interface RangeClock {
  /** In milliseconds since 1970. */
  now: number;
  zone: Zone;
  weekStart: WeekStart;
  /** Whether the range is of instants. Ranges of days do not allow `now`, hours or minutes. */
  isOfInstants: boolean;
}

type ClockUnit = 'minute' | 'hour';
type AnyUnit = Period | ClockUnit;

const lengthsMs: Record<ClockUnit, number> = { minute: 60_000, hour: 3_600_000 };
/** Units of ranges in words. */
export const clockAndPeriods = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
const unitPattern = `(${clockAndPeriods.join('|')})`;
const one = new RegExp(`^(this|last|next) ${unitPattern}$`, 'i');
const several = new RegExp(`^(last|next) (\\d{1,4}) ${unitPattern}s?( including current)?$`, 'i');
const toDate = new RegExp(`^${unitPattern} to date$`, 'i');
const step = /([+-])(\d{1,5})([mhdwMqy])/g;
const point = new RegExp(`^(now|today)((?:${step.source.replaceAll(/\((?!\?)/g, '(?:')})*)$`);
/** Unit letters in steps from `today` and `now`. */
export const stepUnits: Record<string, AnyUnit> = {
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  M: 'month',
  q: 'quarter',
  y: 'year',
};
/** Maximum count after `last` and `next`. */
export const maxUnits = 1_000;

/** Examples of ranges, for messages. */
export const rangeForms = ['today', 'this month', 'last 30 days', 'year to date', '2026-01-01..2026-01-31'] as const;

/**
 * Parses a range. `last 30 days` is the 30 whole days before today, and `last month` the previous calendar month. `last
 * 3 months including current` ends with the current month. `month to date` ends with today, or now.
 *
 * In a range of two points, such as `2026-01-01..today` or `now-2h..`, the second point includes its whole day, or its
 * whole period with a unit, as in `..today/month`. Undefined for anything else.
 */
export function parseRange(text: string, clock: RangeClock): Range | undefined {
  const words = wordsOf(text);
  const range = words.includes('..') ? readPoints(words, clock) : readWords(words, clock);
  return range && [range.from, range.before].every((edge) => isUsable(edge, clock)) ? range : undefined;
}

/** Normalises the separators between words to single spaces. */
export const wordsOf = (text: string): string => text.trim().replaceAll(/[\s_]+/g, ' ');

/** Whether an invalid range would be valid with another number, such as `last 5000 days`. */
export function hasWrongCount(text: string): boolean {
  const words = wordsOf(text);
  const [counted, count] = / (\d+) /.exec(words) ?? [];
  if (counted === undefined || !several.test(words.replace(counted, ' 1 '))) return false;
  return Number(count) < 1 || Number(count) > maxUnits;
}

/** Whether an invalid day or range would be valid with shorter steps, such as `today+8000y`. */
export function goesTooFar(text: string, clock: RangeClock): boolean {
  const isValid = (one: string) => [parsePoint, parseRange].some((parse) => parse(one, clock) !== undefined);
  return !isValid(text) && isValid(text.replaceAll(/(?<=[+-])\d+(?=-?[a-z])/gi, '1'));
}

/**
 * Parses a point as the span of time it covers: a day, the period of a day with a unit, or an instant, whose span is
 * empty. Accepts `today-7d`, `startOfMonth`, `2026-03-01`, `today/month`; for instants also `now-2h`. Undefined for
 * anything else.
 */
export function parsePoint(text: string, clock: RangeClock): Required<Range> | undefined {
  const span = readPoint(text, clock);
  return span && [span.from, span.before].every((edge) => isUsable(edge, clock)) ? span : undefined;
}

/** Whether a point is an instant. A day that a zone skipped is empty too, but is not an instant. */
export function isMoment({ from, before }: Required<Range>): boolean {
  return 'instant' in from && 'instant' in before && from.instant === before.instant;
}

/** The period that contains a day. */
export function periodAt(day: DayNumber, unit: Period, weekStart: WeekStart): Required<Range> {
  const first = startOfPeriod(day, unit, weekStart);
  return { from: { day: first }, before: { day: addUnits(first, 1, unit) } };
}

function readWords(words: string, clock: RangeClock): Range | undefined {
  const named = ['yesterday', 'today', 'tomorrow'].indexOf(words.toLowerCase());
  if (named >= 0) return units('day', named - 1, named, clock);
  const [, which, unit] = one.exec(words) ?? [];
  if (which !== undefined) {
    const first = { last: -1, this: 0, next: 1 }[which.toLowerCase()]!;
    return units(unitOf(unit!), first, first + 1, clock);
  }
  const [, direction, count, counted, current] = several.exec(words) ?? [];
  if (direction !== undefined) {
    const length = Number(count);
    if (length < 1 || length > maxUnits) return undefined;
    const shift = current === undefined ? 1 : 0;
    const first = direction.toLowerCase() === 'last' ? 1 - length - shift : shift;
    return units(unitOf(counted!), first, first + length, clock);
  }
  const [, begun] = toDate.exec(words) ?? [];
  if (begun === undefined) return undefined;
  const { from } = units(unitOf(begun), 0, 1, clock);
  return { from, before: clock.isOfInstants ? { instant: clock.now } : { day: todayOf(clock) + 1 } };
}

const unitOf = (word: string): AnyUnit => word.toLowerCase() as AnyUnit;

const todayOf = ({ zone, now }: RangeClock): DayNumber => dayAt(zone, now);

/** From the start of one unit to the start of another, counted from the current one. */
function units(unit: AnyUnit, first: number, end: number, clock: RangeClock): Required<Range> {
  if (unit === 'minute' || unit === 'hour') {
    const present = startOfClockUnit(clock.now, unit, clock.zone);
    const lengthMs = lengthsMs[unit];
    return { from: { instant: present + first * lengthMs }, before: { instant: present + end * lengthMs } };
  }
  const present = startOfPeriod(todayOf(clock), unit, clock.weekStart);
  return { from: { day: addUnits(present, first, unit) }, before: { day: addUnits(present, end, unit) } };
}

/** Hours start by the zone's clock, which may differ from UTC by half an hour, for example. */
function startOfClockUnit(instant: number, unit: ClockUnit, zone: Zone): number {
  const offset = offsetAt(zone, instant);
  return Math.floor((instant + offset) / lengthsMs[unit]) * lengthsMs[unit] - offset;
}

function readPoints(words: string, clock: RangeClock): Range | undefined {
  const parts = words.split('..').map((part) => part.trim());
  if (parts.length !== 2 || parts.every((part) => part === '')) return undefined;
  const [first, last] = parts.map((part): Range | undefined => (part === '' ? {} : readPoint(part, clock)));
  return first && last && { ...(first.from && { from: first.from }), ...(last.before && { before: last.before }) };
}

/** A point as the span of time it covers; empty for an instant. */
function readPoint(text: string, clock: RangeClock): Required<Range> | undefined {
  const [name, unit, ...rest] = text.split('/');
  if (rest.length > 0 || (unit !== undefined && !new RegExp(`^${unitPattern}$`, 'i').test(unit))) return undefined;
  const edge = readEdge(name!, clock);
  return edge && wholeOf(edge, unit === undefined ? undefined : unitOf(unit), clock);
}

function wholeOf(edge: Edge, unit: AnyUnit | undefined, clock: RangeClock): Required<Range> | undefined {
  if (unit === 'minute' || unit === 'hour') {
    if (!('instant' in edge)) return undefined;
    const instant = startOfClockUnit(edge.instant, unit, clock.zone);
    return { from: { instant }, before: { instant: instant + lengthsMs[unit] } };
  }
  if ('instant' in edge && unit === undefined) return { from: edge, before: edge };
  const day = 'day' in edge ? edge.day : dayAt(clock.zone, edge.instant);
  return periodAt(day, unit ?? 'day', clock.weekStart);
}

function readEdge(text: string, clock: RangeClock): Edge | undefined {
  const [, name, steps] = point.exec(text) ?? [];
  if (name === undefined) {
    const day = parseDayValue(text, { today: todayOf(clock), weekStart: clock.weekStart });
    if (day !== undefined) return { day };
    const instant = parseInstant(text)?.getTime();
    return instant === undefined ? undefined : { instant };
  }
  let edge: Edge | undefined = name === 'now' ? { instant: clock.now } : { day: todayOf(clock) };
  for (const [, sign, count, letter] of steps!.matchAll(step)) {
    edge = edge && shift(edge, Number(`${sign}${count}`), stepUnits[letter!]!, clock);
  }
  return edge;
}

/** Shifting an instant by days or months keeps its local time of day. */
function shift(edge: Edge, count: number, unit: AnyUnit, { zone }: RangeClock): Edge | undefined {
  if (unit === 'minute' || unit === 'hour') {
    return 'instant' in edge ? { instant: edge.instant + count * lengthsMs[unit] } : undefined;
  }
  if ('day' in edge) return { day: addUnits(edge.day, count, unit) };
  const day = dayAt(zone, edge.instant);
  const timeMs = edge.instant + offsetAt(zone, edge.instant) - day * dayMs;
  return { instant: firstInstant(zone, addUnits(day, count, unit) * dayMs + timeMs) };
}

const firstDay = parseDay('0001-01-01')!;
const lastDay = parseDay('9999-12-31')!;

function isUsable(edge: Edge | undefined, { isOfInstants }: RangeClock): boolean {
  if (edge === undefined) return true;
  if ('instant' in edge && !isOfInstants) return false;
  const day = 'day' in edge ? edge.day : edge.instant / dayMs;
  return day >= firstDay && day <= lastDay + 1;
}
