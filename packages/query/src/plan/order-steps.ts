import type { NormalizedQuestion, OrderStep } from '../normalize/normalized-question.ts';

/**
 * Steps for ordering groups: the question's `sort`, periods in time order, groups with a value first, the first measure
 * descending, then the value. Of two groups without periods, the second splits the first: the first ones follow their
 * totals, and stay together.
 */
export function orderSteps({ sort, groups, measures }: NormalizedQuestion): OrderStep[] {
  const periods = groups.flatMap(({ unit }, index) => (unit === undefined ? [] : [index]));
  const valueGroups = groups.flatMap(({ unit }, index) => (unit === undefined ? [index] : []));
  const isSplit = valueGroups.length === 2;
  const measure = measures[0]!.name;
  const whole: OrderStep[] = [
    { by: 'presence', group: 0 },
    { by: 'total', measure, direction: -1 },
    { by: 'key', group: 0, direction: 1 },
  ];
  return [
    ...sort,
    ...(isSplit ? whole : []),
    ...periods.flatMap((group): OrderStep[] => [
      { by: 'presence', group },
      { by: 'key', group, direction: 1 },
    ]),
    ...valueGroups.map((group): OrderStep => ({ by: 'presence', group })),
    { by: 'measure', measure, direction: -1 },
    ...valueGroups.map((group): OrderStep => ({ by: 'key', group, direction: 1 })),
  ];
}

/** Steps for ranking the values of a single group: by the first measure descending, no value last. */
export const rankSteps = (measure: string): OrderStep[] => [
  { by: 'presence', group: 0 },
  { by: 'measure', measure, direction: -1 },
  { by: 'key', group: 0, direction: 1 },
];
