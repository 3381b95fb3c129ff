import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import { measureOf, type Measured } from './cell.ts';
import { compareKeys, type Key } from './keys.ts';
import type { TableGroup } from './table.ts';

/**
 * Puts groups in the order of the answer: by periods as time goes, then by the first measure from the largest, then by
 * key. Groups without a value come last.
 */
export function orderGroups(found: TableGroup[], { groups, measures }: NormalizedQuestion): TableGroup[] {
  const isPeriod = groups.map(({ unit }) => unit !== undefined);
  const measured = found.map((group) => ({ group, value: measureOf(group.cell, measures[0]!, measures) }));
  const periods = groups.flatMap((_, index) => (isPeriod[index] ? [index] : []));
  const things = groups.flatMap((_, index) => (isPeriod[index] ? [] : [index]));
  const ordered = measured.sort(
    ({ group: { keys: one }, value }, { group: { keys: other }, value: otherValue }) =>
      firstDifference(periods, (index) => compareKeys(one[index]!, other[index]!)) ||
      firstDifference(things, (index) => compareEmpty(one[index]!, other[index]!)) ||
      compareMeasured(otherValue, value) ||
      firstDifference(things, (index) => compareKeys(one[index]!, other[index]!)),
  );
  return ordered.map(({ group }) => group);
}

function firstDifference(indexes: number[], compare: (index: number) => number): number {
  for (const index of indexes) {
    const difference = compare(index);
    if (difference !== 0) return difference;
  }
  return 0;
}

const compareEmpty = (one: Key, other: Key): number => Number(one === null) - Number(other === null);

/** No value is less than any. */
function compareMeasured(one: Measured, other: Measured): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one < other ? -1 : Number(one > other);
}
