import type { WorkflowTest, WorkflowTestComparison } from '../generated/workflow.ts';

/** The comparisons of tests and conditions, in the order in which they are offered, in words. */
export const comparisonWords: Record<WorkflowTestComparison['op'], string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  ncontains: 'does not contain',
  in: 'is one of',
  nin: 'is not one of',
  empty: 'is empty',
  nempty: 'is not empty',
};

/** A test in words, such as `overall.count is more than 10`. */
export function describeTest(test: WorkflowTest): string {
  if ('and' in test) return test.and.map(describeTest).join(' and ');
  if ('or' in test) return test.or.map(describeTest).join(' or ');
  if ('not' in test) return `not (${describeTest(test.not)})`;
  const { left, op, right } = test;
  return [shorten(left), comparisonWords[op], ...(right === undefined ? [] : [shorten(right)])].join(' ');
}

/** A value for people: of a path only the names after the step or the start. */
function shorten(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  return value.replaceAll(
    /\{\{\s*(?:trigger\.(?:payload\.)?|steps\.[\w-]+\.output\.?)?([^}|]*?)\s*(?:\|[^}]*)?\}\}/g,
    '$1',
  );
}
