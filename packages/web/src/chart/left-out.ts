import type { Answer, AnswerColumn } from '@tallyhook/schemas';
import { otherKey, type Key } from './group-keys.ts';

/** Whether there may be rows that the answer does not have: `having` took them out, or they come after the `limit`. */
export function leavesRowsOut({ meta }: Answer): boolean {
  return (meta.question.having?.length ?? 0) > 0 || meta.groups.returned < meta.groups.total;
}

/**
 * Whether there may be groups of the first grouping that are not among the `keys` of the answer: also those that `top`
 * takes out, unless there are fewer than it asks for, or no others.
 */
export function leavesGroupsOut(answer: Answer, keys: readonly Key[]): boolean {
  if (leavesRowsOut(answer)) return true;
  const { top, other } = answer.meta.question.groupBy?.[0] ?? {};
  if (top === undefined) return false;
  const hasOthers = keys.includes(otherKey);
  return other === true ? hasOthers : keys.length >= top;
}

/** Only one grouping in the order of the measure has the largest group first; else it may be one that was left out. */
export function mayMissLargest({ meta: { question, groups, columns } }: Answer, measure: AnswerColumn): boolean {
  const { having = [], groupBy = [], sort = [] } = question;
  if (having.length > 0 || groupBy.some(({ top, other }) => top !== undefined && other !== true)) return true;
  const isOneGrouping = columns.filter(({ role }) => role === 'group').length === 1;
  const isLargestFirst = sort[0]?.by === measure.name && sort[0].dir === 'desc';
  return groups.truncated && !(isOneGrouping && isLargestFirst);
}
