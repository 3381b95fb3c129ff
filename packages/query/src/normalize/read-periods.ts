import type { Field } from '@tallyhook/schemas';
import { dayMs, parseDay } from '../dates/days.ts';
import { parseRange, periodAt, rangeForms, type Edge, type Range } from '../dates/range-value.ts';
import { startOfDay, type Zone } from '../dates/zone.ts';
import { units } from '../grammar.ts';
import { addMistake, quoted, type Mistakes, type Path } from './mistakes.ts';
import type { Bounds } from './normalized-question.ts';
import type { Clock } from './read-dates.ts';
import { refuse } from './read-operand.ts';
import { readChoice, readObject } from './read-shape.ts';

interface Place {
  path: Path;
  field: Field;
  clock: Clock;
}

/** The bounds of `within`: a range as text, or the period of a group as `{unit, at}`. */
export function readPeriods(given: unknown, place: Place, mistakes: Mistakes): Bounds | undefined {
  const range = typeof given === 'string' ? readText(given, place, mistakes) : readPeriod(given, place, mistakes);
  if (range === undefined) return undefined;
  const { field, clock, path } = place;
  const from = range.from && dateOf(range.from, field, clock.zone);
  const before = range.before && dateOf(range.before, field, clock.zone);
  if (from === undefined || before === undefined || from <= before) {
    return { ...(from && { gte: from }), ...(before && { lt: before }) };
  }
  const detail = `${field.label} ("${field.name}") is asked to be within ${quoted(given)}, which ends before it begins: swap its ends`;
  addMistake(mistakes, path, 'wrong_value', detail);
  return undefined;
}

function readText(given: string, { path, field, clock }: Place, mistakes: Mistakes): Range | undefined {
  const isOfInstants = field.kind === 'instant';
  const { now, zone, weekStart } = clock;
  const range = parseRange(given, { now: now.getTime(), zone, weekStart, isOfInstants });
  if (range !== undefined) return range;
  const unitNames = isOfInstants ? 'minutes, hours, days' : 'days';
  const expected = `a range such as ${rangeForms}, in ${unitNames}, weeks, months, quarters or years, or a period such as {"unit":"month","at":"2026-03-01"}`;
  return refuse(given, { path, field }, expected, mistakes);
}

function readPeriod(given: unknown, { path, clock }: Place, mistakes: Mistakes): Range | undefined {
  const period = readObject(given, { path, required: ['unit', 'at'], optional: [] }, mistakes);
  if (period === undefined || !Object.hasOwn(period, 'unit') || !Object.hasOwn(period, 'at')) return undefined;
  const unit = readChoice(period.unit, { path: [...path, 'unit'], allowed: units }, mistakes);
  const day = typeof period.at === 'string' ? parseDay(period.at) : undefined;
  if (day === undefined) addMistake(mistakes, [...path, 'at'], 'wrong_format', 'expected a day as YYYY-MM-DD');
  return unit === undefined || day === undefined ? undefined : periodAt(day, unit, clock.weekStart);
}

/** A day field is kept as midnight in UTC whatever the zone; an instant has its days in the zone. */
function dateOf(edge: Edge, { kind }: Field, zone: Zone): Date {
  if ('instant' in edge) return new Date(edge.instant);
  return new Date(kind === 'day' ? edge.day * dayMs : startOfDay(zone, edge.day));
}
