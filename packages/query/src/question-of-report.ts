import { groupsWithPeriods, type Question, type QuestionGroup, type RecordType, type Report } from '@tallyhook/schemas';
import { rulesOf } from './grammar.ts';
import { findFieldPath } from './normalize/find-field.ts';

/**
 * The question that a report asks, at every door: the report without what only its chart needs, and with the periods
 * without records that it has a place for.
 *
 * `report` may be one that is not checked yet; `types` are those of the branch.
 */
export function questionOfReport(report: Report, types: readonly RecordType[]): Question {
  const parts = Object.entries(report).filter(([key]) => key !== 'chart' && key !== '$schema');
  const question = Object.fromEntries(parts) as unknown as Question;
  const type = types.find(({ name }) => name === question.type);
  const groupBy = groupsWithPeriods(report, (group) => isOfTime(group, { type, types }));
  return groupBy === undefined ? question : { ...question, groupBy };
}

function isOfTime(
  { field }: QuestionGroup,
  place: { type: RecordType | undefined; types: readonly RecordType[] },
): boolean {
  const found = findFieldPath(field, { ...place, path: [] }, []);
  return found !== undefined && rulesOf(found.field).units.length > 0;
}
