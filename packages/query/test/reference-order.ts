/** The order of an answer's groups, according to the rules. */
import type { Question } from '@tallyhook/schemas';
import { placeInWeek } from './reference-dates.ts';
import { fieldOf, others, type Key, type ReferenceRow } from './reference-row.ts';

type Compare = (one: ReferenceRow, other: ReferenceRow) => number;

/**
 * Sorts rows: by the question's `sort`, periods in time order, values before no value, the first measure, the key. Where
 * the second group splits the first, the first ones are sorted by what is known of them as a whole, then their parts.
 */
export function orderRows(rows: ReferenceRow[], question: Question): void {
  const groups = (question.groupBy ?? []).map(({ field, as, unit }, index) => ({
    index,
    weekStart: unit === 'dayOfWeek' ? (question.weekStart ?? 'monday') : undefined,
    name: as ?? field.replace('.', '_'),
    isPeriod: isDate(field),
  }));
  const [{ fn, field: measured, as } = { fn: 'count' as const }] = question.measures ?? [];
  const first = as ?? (measured === undefined ? 'count' : `${fn}_${measured}`);
  const stepsOf = (some: typeof groups, values: 'measures' | 'totals'): Compare[] => {
    const steps: Compare[] = [];
    for (const { by, dir } of question.sort ?? []) {
      const sign = dir === 'desc' ? -1 : 1;
      if (!groups.some(({ name }) => name === by)) steps.push(byMeasure(by, sign, values));
      for (const group of some) if (group.name === by) steps.push(byPresence(group.index), byKey(group, sign));
    }
    for (const group of some) if (group.isPeriod) steps.push(byPresence(group.index), byKey(group, 1));
    for (const { index, isPeriod } of some) if (!isPeriod) steps.push(byPresence(index));
    steps.push(byMeasure(first, -1, values));
    for (const group of some) if (!group.isPeriod) steps.push(byKey(group, 1));
    return steps;
  };
  const whole = isSplit(question) ? stepsOf(groups.slice(0, 1), 'totals') : [];
  const steps = [...whole, ...stepsOf(groups, 'measures')];
  rows.sort((one, other) => {
    for (const step of steps) {
      const difference = step(one, other);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

const isDate = (path: string) => ['day', 'instant'].includes(fieldOf(path).field.kind);

/** Whether the second group splits the first: unless the order begins with the second, as asked or as it is a period. */
export function isSplit({ groupBy = [], sort = [] }: Question): boolean {
  const [one, second] = groupBy;
  if (second === undefined) return false;
  if (sort.length > 0) return sort[0]!.by !== (second.as ?? second.field.replace('.', '_'));
  return isDate(one!.field) || !isDate(second.field);
}

function byPresence(index: number): Compare {
  const rank = ({ keys }: ReferenceRow) => (keys[index] === others ? 1 : keys[index]![0] === null ? 2 : 0);
  return (one, other) => rank(one) - rank(other);
}

function byKey({ index, weekStart }: { index: number; weekStart: string | undefined }, sign: number): Compare {
  const keyOf = ({ keys }: ReferenceRow): Key => (keys[index] === others ? null : (keys[index] as [Key])[0]);
  return (one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === null || b === null) return 0;
    if (isHour(a) && isHour(b)) return sign * (instantOf(a) - instantOf(b));
    if (typeof a === 'string' && typeof b === 'string') return sign * Buffer.compare(Buffer.from(a), Buffer.from(b));
    if (weekStart !== undefined)
      return sign * (placeInWeek(a as number, weekStart) - placeInWeek(b as number, weekStart));
    return sign * (Number(a) - Number(b));
  };
}

const isHour = (key: Key): key is string => typeof key === 'string' && /^\d{4}-\d\d-\d\dT\d\d:00:00[+-]/.test(key);

/** The start of a local hour. */
export function instantOf(hour: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = hour.slice(20).split(':').map(Number);
  const offset = hours * 3_600 + minutes * 60 + seconds;
  return Date.parse(`${hour.slice(0, 19)}Z`) - (hour[19] === '-' ? -1 : 1) * offset * 1_000;
}

function byMeasure(name: string, sign: number, values: 'measures' | 'totals'): Compare {
  return (one, other) => compareValues(one[values]?.[name], other[values]?.[name], sign);
}

/** Missing values come last in both directions. */
function compareValues(one: unknown, other: unknown, sign: number): number {
  const [a, b] = [one as number | null, other as number | null];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -sign : a > b ? sign : 0;
}
