import type { QuestionGroup, Report } from '@tallyhook/schemas';
import { groupsWithPeriods } from '@tallyhook/schemas/report-periods';
import type { AskedField } from '@tallyhook/schemas/api';

/**
 * The question as sent for a draft, with empty periods filled in if the chart shows them. For saved reports the service
 * does this.
 */
export function withPeriods(report: Report, fields: readonly AskedField[] | undefined): Report {
  if (report.groupBy === undefined) return report;
  return { ...report, groupBy: groupsWithPeriods(report, (group) => isOfPeriods(group, fields)) };
}

function isOfPeriods({ field: name, unit }: QuestionGroup, fields: readonly AskedField[] | undefined): boolean {
  if (unit !== undefined) return true;
  return (fields?.find((field) => field.name === name)?.units.length ?? 0) > 0;
}
