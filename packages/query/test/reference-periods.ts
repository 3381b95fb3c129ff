import type { Question, QuestionCondition, QuestionFilter } from '@tallyhook/schemas';
import { cycles, dayOf, periodOf, stepDays, stepPeriods, stretchOf, type Settings } from './reference-dates.ts';
import { fieldOf, type Key, type ReferenceRow } from './reference-row.ts';

/** More periods without records than that are left out. */
export const mostEmpty = 2_000;

/** Whether a value names one number of a unit that comes again. */
export const isOfCycle = (value: unknown): value is { unit: string; at: number } =>
  typeof value === 'object' && value !== null && 'unit' in value && Object.hasOwn(cycles, value.unit as string);

/** From the first to the last day that the filter names or, on a side where it names none, that there is. */
export function periodsOf(
  rows: ReferenceRow[],
  index: number,
  { question, settings }: { question: Question; settings: Settings },
): (string | number)[] {
  const { field: path, unit = 'day' } = question.groupBy![index]!;
  if (Object.hasOwn(cycles, unit)) return cycles[unit]!;
  const there = rows
    .flatMap(({ keys }) => ((keys[index] as [Key])[0] === null ? [] : [(keys[index] as [string])[0]]))
    .sort();
  const { kind } = fieldOf(path).field;
  const stretches = plainConditions(question.filter ?? { and: [] })
    .filter(
      ({ field, op, value }) => field === path && !isOfCycle(value) && !['nwithin', 'empty', 'nempty'].includes(op),
    )
    .map(({ op, value }) => stretchOf(op, value, settings));
  const day = (edge: string | Date) => (typeof edge === 'string' ? edge : dayOf(edge, kind, settings));
  const first =
    stretches
      .flatMap(({ from }) => (from === undefined ? [] : [day(from)]))
      .sort()
      .at(-1) ?? there[0];
  const dayBefore = (edge: string | Date) => (typeof edge === 'string' ? stepDays(edge, -1) : day(new Date(+edge - 1)));
  const last =
    stretches.flatMap(({ before }) => (before === undefined ? [] : [dayBefore(before)])).sort()[0] ?? there.at(-1);
  const periods: string[] = [];
  if (first === undefined || last === undefined) return periods;
  for (let one = periodOf(first, unit, settings); one <= last; one = stepPeriods(one, 1, unit)) {
    periods.push(one);
    if (periods.length > mostEmpty + rows.length + 1) return periods;
  }
  return periods;
}

function plainConditions(filter: QuestionFilter): QuestionCondition[] {
  if ('and' in filter) return filter.and.flatMap(plainConditions);
  return 'field' in filter ? [filter] : [];
}
