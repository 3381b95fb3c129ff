import type { QuestionCondition, QuestionFilter, QuestionMeasure, RecordType, Report } from '@tallyhook/schemas';

const systemLabels: Record<string, string> = {
  createdAt: 'Created at',
  createdBy: 'Created by',
  updatedAt: 'Updated at',
  updatedBy: 'Updated by',
};

const comparisons: Record<QuestionCondition['op'], string> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  nin: 'is none of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
  within: 'is within',
  nwithin: 'is not within',
  contains: 'contains',
  ncontains: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  has: 'has',
  hasAll: 'has all of',
  hasNone: 'has none of',
  empty: 'has no value',
  nempty: 'has a value',
};

const measureWords: Record<QuestionMeasure['fn'], string> = {
  count: 'Number with',
  sum: 'Sum of',
  avg: 'Average of',
  min: 'Smallest',
  max: 'Largest',
  distinct: 'Different values of',
};

/** What a report asks, as a sentence: measure, records, groups, filter. */
export function describeReport(
  { type, measures: [measure] = [], groupBy = [], filter }: Report,
  types: readonly RecordType[],
): string {
  const recordType = types.find(({ name }) => name === type);
  const field = (name: string) =>
    recordType?.fields.find((one) => one.name === name)?.label ?? systemLabels[name] ?? name;
  const value = (name: string, given: unknown): string =>
    recordType?.fields.find((one) => one.name === name)?.options?.find((option) => option.value === given)?.label ??
    String(given);
  const plural = recordType?.plural ?? type;
  const measured =
    measure?.field === undefined
      ? `Number of ${plural}`
      : `${measureWords[measure.fn]} ${field(measure.field)} of ${plural}`;
  const groups = groupBy.map((group) =>
    group.unit === undefined ? field(group.field) : `${field(group.field)} (${group.unit})`,
  );
  const conditions = filter === undefined ? '' : describeFilter(filter);
  const by = groups.length === 0 ? '' : `by ${groups.join(', then by ')}`;
  const where = conditions === '' ? '' : `where ${conditions}`;
  return `${[measured, by, where].filter(Boolean).join(' ')}.`;

  function describeFilter(part: QuestionFilter): string {
    if ('and' in part) return part.and.map(describeFilter).filter(Boolean).join(' and ');
    if ('or' in part) return `(${part.or.map(describeFilter).join(' or ')})`;
    if ('not' in part) return `not (${describeFilter(part.not)})`;
    const { field: name, op, value: given } = part;
    const values = given === undefined ? [] : Array.isArray(given) ? given : [given];
    return [field(name), comparisons[op], values.map((one) => value(name, one)).join(', ')].filter(Boolean).join(' ');
  }
}
