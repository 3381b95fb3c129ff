import type { Measure, NormalizedQuestion, OrderStep } from '../normalize/normalized-question.ts';
import { orderSteps } from '../plan/order-steps.ts';
import { addCell, emptyCell, measureOf, type Cell, type Measured } from './cell.ts';
import { parseHour } from '../dates/hours.ts';
import { openZone } from '../dates/zone.ts';
import { placeInWeek } from '../dates/cycles.ts';
import { compareKeys, isOther, type GroupKey, type Key } from './keys.ts';
import type { TableGroup } from './table.ts';

interface Ordered {
  group: TableGroup;
  /** Measures used for ordering, by name. */
  measured: Record<string, Measured>;
  /** The same over all rows of its first group. */
  totals: Record<string, Measured>;
}

/** Sorts groups in the order of the answer. */
export function orderGroups(found: TableGroup[], question: NormalizedQuestion): TableGroup[] {
  const steps = orderSteps(question);
  const { measures } = question;
  const deciding = (by: OrderStep['by']) =>
    measures.filter(({ name }) => steps.some((step) => step.by === by && 'measure' in step && step.measure === name));
  const [own, whole] = [deciding('measure'), deciding('total')];
  const wholeOf = whole.length === 0 ? undefined : readWholes(found, question);
  const measured = (cell: Cell, some: readonly Measure[]) =>
    Object.fromEntries(some.map((measure) => [measure.name, measureOf(cell, measure, measures)]));
  const ordered = found.map((group): Ordered => {
    const totals = group.totals ?? (wholeOf ? measured(wholeOf(group), whole) : {});
    return { group, measured: measured(group.cell, own), totals };
  });
  return ordered.sort((one, other) => compareBy(steps, one, other, question)).map(({ group }) => group);
}

/** All rows of each first group, added up. */
function readWholes(found: readonly TableGroup[], { measures }: NormalizedQuestion): (group: TableGroup) => Cell {
  const wholes = new Map<string, Cell>();
  const nameOf = ({ keys: [key] }: TableGroup) => JSON.stringify(key);
  for (const group of found) {
    const name = nameOf(group);
    const whole = wholes.get(name) ?? emptyCell(measures);
    addCell(whole, group.cell);
    group.cell.different.forEach((size, index) => (whole.different[index]! += size));
    wholes.set(name, whole);
  }
  return (group) => wholes.get(nameOf(group))!;
}

function compareBy(steps: readonly OrderStep[], one: Ordered, other: Ordered, question: NormalizedQuestion): number {
  for (const step of steps) {
    const difference = compareStep(step, one, other, question);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareStep(
  step: OrderStep,
  one: Ordered,
  other: Ordered,
  { groups, weekStart, timezone }: Pick<NormalizedQuestion, 'groups' | 'weekStart' | 'timezone'>,
): number {
  if (step.by === 'measure') {
    return compareMeasured(one.measured[step.measure]!, other.measured[step.measure]!, step.direction);
  }
  if (step.by === 'total') {
    return compareMeasured(one.totals[step.measure]!, other.totals[step.measure]!, step.direction);
  }
  const [key, otherKey] = [one.group.keys[step.group]!, other.group.keys[step.group]!];
  if (step.by === 'presence') return rankOf(key) - rankOf(otherKey);
  if (isOther(key) || isOther(otherKey) || key === null || otherKey === null) return 0;
  const { unit } = groups[step.group]!;
  const place = (one: Key): Key => {
    if (unit === 'dayOfWeek') return placeInWeek(Number(one), weekStart);
    // When summer time ends, text order of the repeated hour's keys can differ from time order.
    return unit === 'hour' ? parseHour(String(one), openZone(timezone))!.from : one;
  };
  return step.direction * compareKeys(place(key), place(otherKey));
}

/** Values first, then the group of all other values, then no value. */
function rankOf(key: GroupKey): number {
  if (key === null) return 2;
  return isOther(key) ? 1 : 0;
}

/** Missing values come last in both directions. */
function compareMeasured(one: Measured, other: Measured, direction: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (one === other) return 0;
  return one < other ? -direction : direction;
}
