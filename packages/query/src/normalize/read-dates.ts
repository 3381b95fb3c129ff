import type { AnswerRange, Field } from '@tallyhook/schemas';
import { dayForms, parseDayValue } from '../dates/day-value.ts';
import { dayMs, type DayNumber, type WeekStart } from '../dates/days.ts';
import { parseInstant } from '../dates/instant-value.ts';
import { dayAt, startOfDay, type Zone } from '../dates/zone.ts';
import type { Operator } from '../grammar.ts';
import type { Mistakes, Path } from './mistakes.ts';
import type { Bounds } from './normalized-question.ts';
import { refuse } from './read-operand.ts';

/** What the days of a question are read by. */
export interface Clock {
  now: Date;
  zone: Zone;
  weekStart: WeekStart;
}

/** A bound as it was given: a whole day, or a moment. */
type Point = { day: DayNumber } | { instant: Date };

/**
 * The range of a comparison with days or instants. A day is a whole day: `eq D` is all of it, `lte D` ends before the
 * next one begins, `gt D` begins with the next one. An instant stands for itself, not in `eq`.
 */
export function readDateBounds(
  given: unknown,
  { path, field, operator, clock }: { path: Path; field: Field; operator: Operator; clock: Clock },
  mistakes: Mistakes,
): Bounds | undefined {
  const point = readPoint(given, { path, field, takesInstant: operator !== 'eq', clock }, mistakes);
  if (point === undefined) return undefined;
  if ('instant' in point) return { [operator]: point.instant };
  const first = dateOf(point.day, field, clock.zone);
  const next = dateOf(point.day + 1, field, clock.zone);
  if (operator === 'eq') return { gte: first, lt: next };
  if (operator === 'gt' || operator === 'gte') return { gte: operator === 'gt' ? next : first };
  return { lt: operator === 'lte' ? next : first };
}

/** Bounds as the answer shows them: days for a day field, instants for an instant. */
export function shownRange({ kind }: Field, bounds: Bounds, pointer: string): AnswerRange {
  const shown = (bound: number | Date | undefined) =>
    bound instanceof Date ? bound.toISOString().slice(0, kind === 'day' ? 10 : undefined) : undefined;
  const members = Object.entries({
    from: shown(bounds.gte),
    after: shown(bounds.gt),
    before: shown(bounds.lt),
    to: shown(bounds.lte),
  });
  return { pointer, ...Object.fromEntries(members.filter(([, value]) => value !== undefined)) };
}

/** A day field is kept as midnight in UTC whatever the zone; an instant has its days in the zone. */
function dateOf(day: DayNumber, { kind }: Field, zone: Zone): Date {
  return new Date(kind === 'day' ? day * dayMs : startOfDay(zone, day));
}

function readPoint(
  given: unknown,
  { path, field, takesInstant, clock }: { path: Path; field: Field; takesInstant: boolean; clock: Clock },
  mistakes: Mistakes,
): Point | undefined {
  const { now, zone, weekStart } = clock;
  const isInstant = field.kind === 'instant' && takesInstant;
  if (typeof given === 'string') {
    const day = parseDayValue(given, { today: dayAt(zone, now.getTime()), weekStart });
    if (day !== undefined) return { day };
    const instant = isInstant ? parseInstant(given) : undefined;
    if (instant !== undefined) return { instant };
  }
  const expected = `a day (${dayForms})${isInstant ? ' or an instant with its zone, such as 2026-03-01T09:30:00Z' : ''}`;
  return refuse(given, { path, field }, expected, mistakes);
}
