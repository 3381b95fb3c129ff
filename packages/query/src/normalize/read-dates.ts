import type { AnswerRange, Field } from '@tallyhook/schemas';
import { dayForms } from '../dates/day-value.ts';
import { dayMs, type WeekStart } from '../dates/days.ts';
import { instantForms } from '../dates/instant-value.ts';
import { meantDate } from '../dates/meant-date.ts';
import { goesTooFar, isMoment, parsePoint, type Edge, type Range, type RangeClock } from '../dates/range-value.ts';
import { startOfDay, type Zone } from '../dates/zone.ts';
import type { Operator } from '../grammar.ts';
import { addMistake, quoted, quotedAll, type Mistakes, type Path } from './mistakes.ts';
import type { Bounds } from './normalized-question.ts';
import { refuse } from './read-operand.ts';

/** What is needed to resolve relative days. */
export interface Clock {
  now: Date;
  zone: Zone;
  weekStart: WeekStart;
}

/** Adds a mistake for a step that leads out of the range of days. */
export function refuseTooFar(given: string, { path, field }: { path: Path; field: Field }, mistakes: Mistakes): void {
  const detail = `${field.label} ("${field.name}") cannot be compared with ${quoted(given)}, which is out of range: use days from 0001-01-01 to 9999-12-31 and steps of at most 99999 units`;
  addMistake(mistakes, path, 'wrong_value', detail);
}

/**
 * Bounds of a comparison with a day or an instant. Days and periods (`today/month`) are compared as a whole: `eq D`
 * covers all of D, `lte D` ends before the next one starts, `gt D` starts with the next one. Instants are compared
 * exactly; `eq` does not take them.
 */
export function readDateBounds(
  given: unknown,
  { path, field, operator, clock }: { path: Path; field: Field; operator: Operator; clock: Clock },
  mistakes: Mistakes,
): Bounds | undefined {
  const point = readPoint(given, { path, field, takesInstant: operator !== 'eq', clock }, mistakes);
  if (point === undefined) return undefined;
  const first = dateOf(point.from, field, clock.zone);
  if (isMoment(point)) return { [operator]: first };
  const next = dateOf(point.before, field, clock.zone);
  if (operator === 'eq') return { gte: first, lt: next };
  if (operator === 'gt' || operator === 'gte') return { gte: operator === 'gt' ? next : first };
  return { lt: operator === 'lte' ? next : first };
}

/** Bounds as the answer shows them: as days for a day field, otherwise as instants. */
export function shownRange({ kind }: Field, bounds: Bounds, pointer: string): AnswerRange {
  const shown = (bound: number | Date | undefined) => {
    if (!(bound instanceof Date)) return undefined;
    const instant = bound.toISOString();
    // The day after 9999-12-31 has more than ten characters: +010000-01-01.
    return kind === 'day' ? instant.slice(0, instant.indexOf('T')) : instant;
  };
  const members = Object.entries({
    from: shown(bounds.gte),
    after: shown(bounds.gt),
    before: shown(bounds.lt),
    to: shown(bounds.lte),
  });
  return { pointer, ...Object.fromEntries(members.filter(([, value]) => value !== undefined)) };
}

/** Day fields are stored as midnight UTC in every zone; for instants, days start in the question's zone. */
export function dateOf(edge: Edge, { kind }: Field, zone: Zone): Date {
  if ('instant' in edge) return new Date(edge.instant);
  return new Date(kind === 'day' ? edge.day * dayMs : startOfDay(zone, edge.day));
}

/** The clock for ranges of a field. */
export function rangeClock({ kind }: Field, { now, zone, weekStart }: Clock): RangeClock {
  return { now: now.getTime(), zone, weekStart, isOfInstants: kind === 'instant' };
}

function readPoint(
  given: unknown,
  { path, field, takesInstant, clock }: { path: Path; field: Field; takesInstant: boolean; clock: Clock },
  mistakes: Mistakes,
): Required<Range> | undefined {
  const point = typeof given === 'string' ? parsePoint(given, rangeClock(field, clock)) : undefined;
  if (point !== undefined && (takesInstant || !isMoment(point))) return point;
  if (typeof given === 'string' && goesTooFar(given, rangeClock(field, clock))) {
    refuseTooFar(given, { path, field }, mistakes);
    return undefined;
  }
  const isRight = (text: string) => {
    const meant = parsePoint(text, rangeClock(field, clock));
    return meant !== undefined && (takesInstant || !isMoment(meant));
  };
  const suggestion = typeof given === 'string' ? meantDate(given, isRight) : undefined;
  const isInstant = field.kind === 'instant' && takesInstant;
  const expected = `a day such as ${quotedAll(dayForms)}${isInstant ? `, or an instant with its zone such as ${quotedAll(instantForms)}` : ''}`;
  const allowed = isInstant ? [...dayForms, ...instantForms] : dayForms;
  return refuse(given, { path, field }, expected, mistakes, { allowed, suggestion });
}
