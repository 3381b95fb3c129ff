import type { NormalizedQuestion, OrderStep } from '../normalize/normalized-question.ts';

/**
 * What groups are compared by, one after the other: what the question sorts by, then periods as time goes, then whether
 * there is a value, the first measure from the largest, and the value itself.
 */
export function orderSteps({ sort, groups, measures }: NormalizedQuestion): OrderStep[] {
  const periods = groups.flatMap(({ unit }, index) => (unit === undefined ? [] : [index]));
  const things = groups.flatMap(({ unit }, index) => (unit === undefined ? [index] : []));
  return [
    ...sort,
    ...periods.flatMap((group): OrderStep[] => [
      { by: 'presence', group },
      { by: 'key', group, direction: 1 },
    ]),
    ...things.map((group): OrderStep => ({ by: 'presence', group })),
    { by: 'measure', measure: measures[0]!.name, direction: -1 },
    ...things.map((group): OrderStep => ({ by: 'key', group, direction: 1 })),
  ];
}

/** The order in which the values of the only group are ranked: by the first measure from the largest, no value last. */
export const rankSteps = (measure: string): OrderStep[] => [
  { by: 'presence', group: 0 },
  { by: 'measure', measure, direction: -1 },
  { by: 'key', group: 0, direction: 1 },
];
