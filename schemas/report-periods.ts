import type { QuestionGroup } from './generated/question.ts';
import type { Report } from './generated/report.ts';

/** What a group is called in an answer where the question does not say. */
export function nameOfGroup({ field, as }: Pick<QuestionGroup, 'field' | 'as'>): string {
  return as ?? field.replace('.', '_');
}

/**
 * The groups of a report as they are asked for. Bars and lines that show time have a place for periods without records,
 * so these are asked for unless the report says not to, or picks the periods by how large they are. `report` may be one
 * that is not checked yet; `isOfPeriods` says of a group whether its field is a date that is grouped by periods.
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

/** Whether only the largest periods are asked for, or the first in another order than that of time. */
function leavesPeriodsOut(group: QuestionGroup, { sort, limit }: Pick<Report, 'sort' | 'limit'>): boolean {
  if (group.top !== undefined) return true;
  const first = Array.isArray(sort) ? sort[0]?.by : undefined;
  return limit !== undefined && first !== undefined && first !== nameOfGroup(group);
}
