import type { NormalizedQuestion, OrderStep } from '../normalize/normalized-question.ts';

/**
 * Steps for ordering groups: the question's `sort`, periods in time order, groups with a value first, the first measure
 * descending, then the value. Where the rows of a first group stay together, its totals come before all of them.
 */
export function orderSteps(question: NormalizedQuestion): OrderStep[] {
  const { sort, groups, measures } = question;
  const periods = groups.flatMap(({ unit }, index) => (unit === undefined ? [] : [index]));
  const valueGroups = groups.flatMap(({ unit }, index) => (unit === undefined ? [index] : []));
  return [
    ...(keepsTogether(question) ? wholeSteps(question) : []),
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

/**
 * Whether all rows of a first group follow each other. With two groups, the second splits the first, unless the order
 * begins with the second: in `sort`, or as periods in time order.
 */
export function keepsTogether({ sort: [first], groups }: Pick<NormalizedQuestion, 'sort' | 'groups'>): boolean {
  const [one, second] = groups;
  if (second === undefined) return false;
  if (first === undefined) return one!.unit !== undefined || second.unit === undefined;
  return !('group' in first) || first.group === 0;
}

/** Steps that compare first groups as a whole. Their key is the last one, so it keeps each together. */
function wholeSteps({ sort, groups, measures }: NormalizedQuestion): OrderStep[] {
  const isPeriod = groups[0]!.unit !== undefined;
  const asked = sort.flatMap((step): OrderStep[] => {
    if (step.by === 'measure') return [{ ...step, by: 'total' }];
    return 'group' in step && step.group === 0 ? [step] : [];
  });
  const key = asked.findIndex(({ by }) => by === 'key');
  if (key >= 0) return asked.slice(0, key + 1);
  return [
    ...asked,
    { by: 'presence', group: 0 },
    ...(isPeriod ? [] : [{ by: 'total', measure: measures[0]!.name, direction: -1 } as const]),
    { by: 'key', group: 0, direction: 1 },
  ];
}

/** Steps for ranking the values of a single group: by the first measure descending, no value last. */
export const rankSteps = (measure: string): OrderStep[] => [
  { by: 'presence', group: 0 },
  { by: 'measure', measure, direction: -1 },
  { by: 'key', group: 0, direction: 1 },
];
