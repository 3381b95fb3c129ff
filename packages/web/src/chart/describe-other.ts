import type { Answer, AnswerColumn, QuestionFilter, RecordType } from '@tallyhook/schemas';
import { keyIn } from './figures.ts';
import { findField } from './find-field.ts';
import { otherKey } from './group-keys.ts';

/**
 * Says that the group of all others has the records without a value, which can be most of it; undefined where it has none.
 * How many there are no answer says. `isShown` tells of a grouping whether its others are to be seen.
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
    // Where it is among the largest, it is a group of its own.
    column.top?.includes(null) !== true &&
    canBeEmpty(column.field ?? '', question, types);
  const labels = columns.filter(has).map(({ label }) => label);
  if (labels.length === 0) return undefined;
  return `“Other” includes records without a value in ${labels.join(' or in ')}, where there are any.`;
}

/** Whether records that meet the conditions can be without a value in a field. */
function canBeEmpty(name: string, { type, filter }: Answer['meta']['question'], types: readonly RecordType[]): boolean {
  if (name === 'createdAt' || name === 'updatedAt') return false;
  // Of a related record nobody knows that it is there.
  if (!name.includes('.') && findField(name, type, types)?.required === true) return false;
  return !asksForValue(filter, name);
}

const ofValues: readonly string[] = ['eq', 'in', 'gt', 'gte', 'lt', 'lte', 'between', 'within', 'has', 'nempty'];

function asksForValue(filter: QuestionFilter | undefined, name: string): boolean {
  if (filter === undefined) return false;
  if ('and' in filter) return filter.and.some((part) => asksForValue(part, name));
  return 'field' in filter && filter.field === name && ofValues.includes(filter.op);
}
