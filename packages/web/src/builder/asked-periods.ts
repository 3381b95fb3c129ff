import type { QuestionGroup, Report } from '@tallyhook/schemas';
import type { FieldDescription } from '../api/shapes.ts';
import { nameOfGroup } from './measures.ts';

/**
 * The report as it is asked: charts that show time have a place for periods without records, so these are asked for,
 * unless the report says not to, or picks the periods by how large they are. Saved reports are asked so by the service.
 */
export function withPeriods(report: Report, fields: readonly FieldDescription[] | undefined): Report {
  const { chart, groupBy } = report;
  if (groupBy === undefined || !(chart === 'line' || chart === 'bars')) return report;
  const isFilled = (group: QuestionGroup) =>
    group.fill === undefined && isOfPeriods(group, fields) && !leavesPeriodsOut(group, report);
  return { ...report, groupBy: groupBy.map((group) => (isFilled(group) ? { ...group, fill: true } : group)) };
}

function isOfPeriods({ field: name, unit }: QuestionGroup, fields: readonly FieldDescription[] | undefined): boolean {
  if (unit !== undefined) return unit !== 'hour';
  return (fields?.find((field) => field.name === name)?.units.length ?? 0) > 0;
}

/** Whether only the largest periods are asked for, or the first in another order than that of time. */
function leavesPeriodsOut(group: QuestionGroup, { sort: [first] = [], limit }: Report): boolean {
  return group.top !== undefined || (limit !== undefined && first !== undefined && first.by !== nameOfGroup(group));
}
