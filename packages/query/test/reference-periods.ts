import type { Question, QuestionCondition, QuestionFilter } from '@tallyhook/schemas';
import {
  cycles,
  dayOf,
  hourOf,
  periodOf,
  stepDays,
  stepPeriods,
  stretchOf,
  type Settings,
  type Stretch,
} from './reference-dates.ts';
import { instantOf } from './reference-order.ts';
import { fieldOf, type Key, type ReferenceRow } from './reference-row.ts';

/** With more periods without records, none are shown. */
export const maxEmpty = 2_000;

/** Whether a value is a part of a cycle. */
export const isOfCycle = (value: unknown): value is { unit: string; at: number } =>
  typeof value === 'object' && value !== null && 'unit' in value && Object.hasOwn(cycles, value.unit as string);

/** From the first to the last day, of the filter and of the records. */
export function periodsOf(
  rows: ReferenceRow[],
  index: number,
  { question, settings }: { question: Question; settings: Settings },
): (string | number)[] {
  const { field: path, unit = 'day' } = question.groupBy![index]!;
  if (Object.hasOwn(cycles, unit)) return cycles[unit]!;
  if (unit === 'hour') return hoursOf(rows, index, { question, settings });
  const there = rows
    .flatMap(({ keys }) => ((keys[index] as [Key])[0] === null ? [] : [(keys[index] as [string])[0]]))
    .sort();
  const { kind } = fieldOf(path).field;
  const stretches = stretchesOf(question, path, settings);
  const day = (edge: string | Date) => (typeof edge === 'string' ? edge : dayOf(edge, kind, settings));
  const named = stretches
    .flatMap(({ from }) => (from === undefined ? [] : [day(from)]))
    .sort()
    .at(-1);
  const first = earlier(named, there[0]);
  const dayBefore = (edge: string | Date) => (typeof edge === 'string' ? stepDays(edge, -1) : day(new Date(+edge - 1)));
  const end = stretches.flatMap(({ before }) => (before === undefined ? [] : [dayBefore(before)])).sort()[0];
  const last = later(end, there.at(-1));
  const periods: string[] = [];
  if (first === undefined || last === undefined || first > last) return periods;
  for (let one = periodOf(first, unit, settings); one <= last; one = stepPeriods(one, 1, unit)) {
    periods.push(one);
    if (periods.length > maxEmpty + rows.length + 1) return periods;
  }
  return periods;
}

/**
 * From the first hour of the filter, which is required, to the last one of the filter or the records: tries every
 * quarter of an hour.
 */
function hoursOf(
  rows: ReferenceRow[],
  index: number,
  { question, settings }: { question: Question; settings: Settings },
): string[] {
  const there = rows.flatMap(({ keys }) => ((keys[index] as [Key])[0] === null ? [] : [(keys[index] as [string])[0]]));
  const stretches = stretchesOf(question, question.groupBy![index]!.field, settings);
  const instant = (edge: string | Date) => (typeof edge === 'string' ? firstMomentOf(edge, settings) : +edge);
  const named = Math.max(...stretches.flatMap(({ from }) => (from === undefined ? [] : [instant(from)])));
  const first = Math.min(named, ...there.map(instantOf));
  const ends = stretches.flatMap(({ before }) => (before === undefined ? [] : [instant(before) - 1]));
  const last = Math.max(...(ends.length > 0 ? [Math.min(...ends)] : []), ...there.map(instantOf));
  const most = maxEmpty + rows.length + 1;
  // With this many, none are shown, so the exact ones do not matter.
  if (last - first > (most + 1) * 3_600_000) return Array.from({ length: most + 1 }, (_, hour) => `hour ${hour}`);
  const hours = new Set<string>();
  for (let at = first; at <= last; at += 900_000) hours.add(hourOf(new Date(at), settings));
  if (first <= last) hours.add(hourOf(new Date(last), settings));
  return [...hours];
}

const earlier = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other < one) ? other : one;
const later = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one;

/** The first instant of a day: tries every quarter of an hour. */
function firstMomentOf(day: string, settings: Settings): number {
  let at = Date.parse(day) - 24 * 3_600_000;
  while (dayOf(new Date(at), 'instant', settings) < day) at += 900_000;
  return at;
}

/** The bounds that plain conditions set on a field. */
function stretchesOf(question: Question, path: string, settings: Settings): Stretch[] {
  return plainConditions(question.filter ?? { and: [] })
    .filter(
      ({ field, op, value }) => field === path && !isOfCycle(value) && !['nwithin', 'empty', 'nempty'].includes(op),
    )
    .map(({ op, value }) => stretchOf(op, value, settings));
}

function plainConditions(filter: QuestionFilter): QuestionCondition[] {
  if ('and' in filter) return filter.and.flatMap(plainConditions);
  return 'field' in filter ? [filter] : [];
}
