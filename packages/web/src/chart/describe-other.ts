import type { Answer, AnswerColumn, QuestionFilter, RecordType } from '@tallyhook/schemas';
import { keyIn } from './figures.ts';
import { findField } from './find-field.ts';
import { otherKey } from './group-keys.ts';

/**
 * Says that "all others" may include records without a value, which can be most of it; undefined if it cannot. The
 * answer does not say how many there are. `isShown` says whether the chart shows the others of a grouping.
 */
export function describeOther(
  answer: Answer,
  types: readonly RecordType[],
  isShown: (column: AnswerColumn) => boolean = () => true,
): string | undefined {
  const { columns, question } = answer.meta;
  const has = (column: AnswerColumn) =>
    column.role === 'group' &&
    isShown(column) &&
    answer.rows.some((row) => keyIn(row, column.name) === otherKey) &&
    // If null is among the largest groups, it is a group of its own.
    column.top?.includes(null) !== true &&
    canBeEmpty(column.field ?? '', question, types);
  const labels = columns.filter(has).map(({ label }) => label);
  if (labels.length === 0) return undefined;
  return `“Other” includes records without a value in ${labels.join(' or in ')}, if there are any.`;
}

/** Whether records that meet the conditions can lack a value in a field. */
function canBeEmpty(name: string, { type, filter }: Answer['meta']['question'], types: readonly RecordType[]): boolean {
  if (name === 'createdAt' || name === 'updatedAt') return false;
  // The related record itself may be missing.
  if (!name.includes('.') && findField(name, type, types)?.required === true) return false;
  return !asksForValue(filter, name);
}

const ofValues: readonly string[] = ['eq', 'in', 'gt', 'gte', 'lt', 'lte', 'between', 'within', 'has', 'nempty'];

function asksForValue(filter: QuestionFilter | undefined, name: string): boolean {
  if (filter === undefined) return false;
  if ('and' in filter) return filter.and.some((part) => asksForValue(part, name));
  return 'field' in filter && filter.field === name && ofValues.includes(filter.op);
}
