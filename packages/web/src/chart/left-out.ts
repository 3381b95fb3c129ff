import type { Answer, AnswerColumn } from '@tallyhook/schemas';
import { otherKey, type Key } from './group-keys.ts';

/** Whether rows may be missing from the answer: removed by `having`, or beyond the `limit`. */
export function leavesRowsOut({ meta }: Answer): boolean {
  return (meta.question.having?.length ?? 0) > 0 || meta.groups.returned < meta.groups.total;
}

/**
 * Whether groups of the first grouping may be missing from the answer's `keys`. That includes groups removed by `top`,
 * unless there were fewer than its limit or it dropped no others.
 */
export function leavesGroupsOut(answer: Answer, keys: readonly Key[]): boolean {
  if (leavesRowsOut(answer)) return true;
  const { top, other } = answer.meta.question.groupBy?.[0] ?? {};
  if (top === undefined) return false;
  const hasOthers = keys.includes(otherKey);
  return other === true ? hasOthers : keys.length >= top;
}

/**
 * Only an answer sorted by the measure has the largest group first; otherwise the largest may be missing. Of split
 * groups, that is the one with the largest total, if they have totals.
 */
export function canMissLargest(
  { meta: { question, groups, columns } }: Answer,
  { measure, hasTotals }: { measure: AnswerColumn; hasTotals: boolean },
): boolean {
  const { having = [], groupBy = [], sort = [] } = question;
  if (having.length > 0 || groupBy.some(({ top, other }) => top !== undefined && other !== true)) return true;
  const isOneGrouping = columns.filter(({ role }) => role === 'group').length === 1;
  const isLargestFirst = sort[0]?.by === measure.name && sort[0].dir === 'desc';
  return groups.truncated && !((isOneGrouping || hasTotals) && isLargestFirst);
}
