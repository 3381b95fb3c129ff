import type { QuestionGroup } from './generated/question.ts';
import type { Report } from './generated/report.ts';

/** The name of a group in an answer if the question sets none. */
export function nameOfGroup({ field, as }: Pick<QuestionGroup, 'field' | 'as'>): string {
  return as ?? field.replace('.', '_');
}

/**
 * Adds periods without records to the groups of a report. Bars and lines over time show empty periods, so these are
 * requested unless the report opts out or picks periods by size. `report` may be unvalidated; `isOfPeriods` tells
 * whether a group is a date grouped by periods.
 */
export function groupsWithPeriods(
  { chart, groupBy, sort, limit }: Pick<Report, 'chart' | 'groupBy' | 'sort' | 'limit'>,
  isOfPeriods: (group: QuestionGroup) => boolean,
): Report['groupBy'] {
  if (!Array.isArray(groupBy) || !(chart === 'bars' || chart === 'line')) return groupBy;
  return groupBy.map((group: QuestionGroup | null) => {
    const isFilled =
      group && group.fill === undefined && isOfPeriods(group) && !leavesPeriodsOut(group, { sort, limit });
    return isFilled ? { ...group, fill: true } : group;
  }) as Report['groupBy'];
}

/** Whether the report shows only the largest periods, or only the first ones in an order other than time. */
function leavesPeriodsOut(group: QuestionGroup, { sort, limit }: Pick<Report, 'sort' | 'limit'>): boolean {
  if (group.top !== undefined) return true;
  const first = Array.isArray(sort) ? sort[0]?.by : undefined;
  return limit !== undefined && first !== undefined && first !== nameOfGroup(group);
}
