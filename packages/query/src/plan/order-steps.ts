import type { NormalizedQuestion, OrderStep } from '../normalize/normalized-question.ts';

/**
 * Steps for ordering groups: the question's `sort`, periods in time order, groups with a value first, the first measure
 * descending, then the value.
 */
export function orderSteps({ sort, groups, measures }: NormalizedQuestion): OrderStep[] {
  const periods = groups.flatMap(({ unit }, index) => (unit === undefined ? [] : [index]));
  const valueGroups = groups.flatMap(({ unit }, index) => (unit === undefined ? [index] : []));
  return [
    ...sort,
    ...periods.flatMap((group): OrderStep[] => [
      { by: 'presence', group },
      { by: 'key', group, direction: 1 },
    ]),
    ...valueGroups.map((group): OrderStep => ({ by: 'presence', group })),
    { by: 'measure', measure: measures[0]!.name, direction: -1 },
    ...valueGroups.map((group): OrderStep => ({ by: 'key', group, direction: 1 })),
  ];
}

/** Steps for ranking the values of a single group: by the first measure descending, no value last. */
export const rankSteps = (measure: string): OrderStep[] => [
  { by: 'presence', group: 0 },
  { by: 'measure', measure, direction: -1 },
  { by: 'key', group: 0, direction: 1 },
];
