import type { Field } from '@tallyhook/schemas';
import { parseDay } from '../dates/days.ts';
import { endsBeforeItBegins } from '../dates/never-in-order.ts';
import {
  goesTooFar,
  hasWrongCount,
  isMoment,
  maxUnits,
  parsePoint,
  parseRange,
  periodAt,
  rangeForms,
  type Range,
  type RangeClock,
} from '../dates/range-value.ts';
import { meantDate } from '../dates/meant-date.ts';
import { formatHour, parseHour } from '../dates/hours.ts';
import { cycleNumbers } from '../dates/cycles.ts';
import { isCycle, otherUnits, rulesOf, type Cycle, type Period, type Unit } from '../grammar.ts';
import { addMistake, quoted, quotedAll, type Mistakes, type Path } from './mistakes.ts';
import type { Bounds, Test } from './normalized-question.ts';
import { dateOf, rangeClock, refuseTooFar, type Clock } from './read-dates.ts';
import { refuse } from './read-operand.ts';
import { readChoice, readObject } from './read-shape.ts';

interface Place {
  path: Path;
  field: Field;
  clock: Clock;
}

/** Bounds of `within`: a range as text, or a group's period as `{unit, at}`. */
export function readPeriods(given: unknown, place: Place, mistakes: Mistakes): Bounds | undefined {
  const range = typeof given === 'string' ? readText(given, place, mistakes) : readPeriod(given, place, mistakes);
  if (range === undefined) return undefined;
  const { field, clock } = place;
  const from = range.from && dateOf(range.from, field, clock.zone);
  const before = range.before && dateOf(range.before, field, clock.zone);
  return { ...(from && { gte: from }), ...(before && { lt: before }) };
}

function readText(given: string, { path, field, clock }: Place, mistakes: Mistakes): Range | undefined {
  const range = parseRange(given, rangeClock(field, clock));
  if (endsBeforeItBegins(given, rangeClock(field, clock))) return refuseOrder(given, { path, field }, mistakes);
  if (range !== undefined) return range;
  if (goesTooFar(given, rangeClock(field, clock))) {
    refuseTooFar(given, { path, field }, mistakes);
    return undefined;
  }
  if (hasWrongCount(given)) return refuse(given, { path, field }, `1 to ${maxUnits} units`, mistakes);
  const unitNames = field.kind === 'instant' ? 'minutes, hours, days' : 'days';
  const expected = `a range such as ${quotedAll(rangeForms)}, in ${unitNames}, weeks, months, quarters or years, or a period such as {"unit":"month","at":"2026-03-01"}`;
  const isRange = (text: string) => parseRange(text, rangeClock(field, clock)) !== undefined;
  const suggestion = isPastMoment(given, rangeClock(field, clock)) ? `${given}..` : meantDate(given, isRange);
  if (suggestion !== undefined && endsBeforeItBegins(suggestion, rangeClock(field, clock)))
    return refuseOrder(given, { path, field, meant: suggestion.split('..').reverse().join('..') }, mistakes);
  return refuse(given, { path, field }, expected, mistakes, { allowed: rangeForms, suggestion });
}

/** Whether a point is a past instant, where `now-2h..` was probably meant. A day could also mean just that day. */
function isPastMoment(given: string, clock: RangeClock): boolean {
  const point = parsePoint(given, clock);
  return point !== undefined && isMoment(point) && 'instant' in point.from && point.from.instant < clock.now;
}

function refuseOrder(
  given: string,
  { path, field, meant }: { path: Path; field: Field; meant?: string },
  mistakes: Mistakes,
): undefined {
  const advice = meant === undefined ? 'swap the ends' : `did you mean "${meant}"?`;
  const detail = `${field.label} ("${field.name}") cannot be within ${quoted(given)}, which ends before it begins: ${advice}`;
  addMistake(mistakes, path, 'wrong_value', detail, { suggestion: meant });
  return undefined;
}

/** Whether the value of `within` is a part of a cycle, such as `{unit: 'dayOfWeek', at: 3}`. */
export const isOfCycle = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && isCycle((given as { unit?: Unit }).unit);

/** Reads a part of a cycle, given by its group's key. */
export function readCycle(given: unknown, { path, field, clock }: Place, mistakes: Mistakes): Test | undefined {
  const part = readObject(given, { path, required: ['unit', 'at'], optional: [] }, mistakes);
  if (part === undefined || !Object.hasOwn(part, 'at')) return undefined;
  const { unit: named, at } = part;
  const allowed = rulesOf(field).units.filter(isCycle);
  const unit = readChoice(named, { path: [...path, 'unit'], allowed }, mistakes);
  const [min, max] = cycleNumbers[named as Cycle];
  if (typeof at !== 'number' || !Number.isInteger(at) || at < min || at > max) {
    const detail = `expected a whole number from ${min} to ${max} for ${String(named)}, got ${quoted(at)}`;
    addMistake(mistakes, [...path, 'at'], 'wrong_value', detail);
    return undefined;
  }
  return unit && { field, test: 'cycle', unit, at, timezone: clock.zone.name };
}

function readPeriod(given: unknown, { path, field, clock }: Place, mistakes: Mistakes): Range | undefined {
  const period = readObject(given, { path, required: ['unit', 'at'], optional: [] }, mistakes);
  if (period === undefined || !Object.hasOwn(period, 'unit') || !Object.hasOwn(period, 'at')) return undefined;
  const allowed = rulesOf(field).units;
  const shape = { path: [...path, 'unit'], allowed, meant: otherUnits };
  const unit = readChoice(period.unit, shape, mistakes) as Period | 'hour' | undefined;
  if (unit === 'hour') return readHour(period.at, [...path, 'at'], clock, mistakes);
  const day = typeof period.at === 'string' ? parseDay(period.at) : undefined;
  if (day === undefined) addMistake(mistakes, [...path, 'at'], 'wrong_format', 'expected a day as YYYY-MM-DD');
  return unit === undefined || day === undefined ? undefined : periodAt(day, unit, clock.weekStart);
}

function readHour(given: unknown, path: Path, { zone }: Clock, mistakes: Mistakes): Range | undefined {
  const hour = typeof given === 'string' ? parseHour(given, zone) : undefined;
  if (hour !== undefined) return { from: { instant: hour.from }, before: { instant: hour.before } };
  const example = formatHour(zone, Date.UTC(2026, 2, 1, 12));
  addMistake(mistakes, path, 'wrong_format', `expected an hour in the time zone ${zone.name}, such as ${example}`);
  return undefined;
}
