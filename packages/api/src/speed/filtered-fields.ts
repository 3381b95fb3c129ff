import { isCycle } from '@tallyhook/query';
import type { QuestionCondition, QuestionFilter } from '@tallyhook/schemas';

/** Comparisons that always read the records, with or without an index. */
const neverIndexed = new Set([
  ...['ne', 'nin', 'empty', 'nempty', 'contains', 'ncontains', 'endsWith', 'hasNone', 'nwithin'],
]);

/** Whether an index can ever answer this comparison. */
export const isIndexable = (operator: string): boolean => !neverIndexed.has(operator);

/** Recurring periods, such as Mondays of any year, cannot use an index. */
const isPartOfCycle = ({ value }: QuestionCondition): boolean =>
  typeof value === 'object' && !Array.isArray(value) && isCycle(value.unit);

/**
 * The fields in a filter, and whether one of each field's comparisons can use an index. A condition that follows a
 * relation counts for the relation field.
 */
export function filteredFields(filter: QuestionFilter | undefined): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const add = (part: QuestionFilter, isNegated: boolean): void => {
    if ('and' in part) for (const one of part.and) add(one, isNegated);
    else if ('or' in part) for (const one of part.or) add(one, isNegated);
    else if ('not' in part) add(part.not, true);
    else {
      const [field] = part.field.split('.') as [string];
      found.set(field, found.get(field) === true || (!isNegated && isIndexable(part.op) && !isPartOfCycle(part)));
    }
  };
  if (filter !== undefined) add(filter, false);
  return found;
}
