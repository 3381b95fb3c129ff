import type { Question, QuestionGroup, RecordType, Report } from '@tallyhook/schemas';
import { rulesOf } from './grammar.ts';
import { findFieldPath } from './normalize/find-field.ts';

/**
 * The question that a report asks, at every door: the report without what only its chart needs. Bars and lines that show
 * time have a place for periods without records, so they ask for them unless the report says not to, or picks the periods
 * by how large they are.
 *
 * `report` may be one that is not checked yet; `types` are those of the branch.
 */
export function questionOfReport(report: Report, types: readonly RecordType[]): Question {
  const { chart } = report;
  const parts = Object.entries(report).filter(([key]) => key !== 'chart' && key !== '$schema');
  const question = Object.fromEntries(parts) as unknown as Question;
  if (!Array.isArray(question.groupBy) || !(chart === 'bars' || chart === 'line')) return question;
  const type = types.find(({ name }) => name === question.type);
  const groupBy = question.groupBy.map((group) =>
    isOfTime(group, { type, types }) && !leavesPeriodsOut(group, question) ? { ...group, fill: true } : group,
  );
  return { ...question, groupBy };
}

/** Whether there are periods, and nothing is said of those without records. */
function isOfTime(
  group: Partial<QuestionGroup> | null,
  place: { type: RecordType | undefined; types: readonly RecordType[] },
): boolean {
  if (group?.fill !== undefined) return false;
  const found = findFieldPath(group?.field, { ...place, path: [] }, []);
  return found !== undefined && group?.unit !== 'hour' && rulesOf(found.field).units.length > 0;
}

/** Whether only the largest periods are asked for, or the first in another order than that of time. */
function leavesPeriodsOut({ field, as, top }: QuestionGroup, { sort, limit }: Question): boolean {
  if (top !== undefined) return true;
  const first = Array.isArray(sort) ? sort[0]?.by : undefined;
  return limit !== undefined && first !== undefined && first !== (as ?? field.replace('.', '_'));
}
