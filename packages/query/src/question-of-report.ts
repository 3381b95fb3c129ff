import {
  groupsWithPeriods,
  questionPartOf,
  type Question,
  type QuestionGroup,
  type RecordType,
  type Report,
} from '@tallyhook/schemas';
import { rulesOf } from './grammar.ts';
import { findFieldPath } from './normalize/find-field.ts';

/**
 * The question of a report: the report without what concerns its chart and its place among others, and with periods without records if its chart shows
 * them.
 *
 * `report` may be unvalidated; `types` are those of the branch.
 */
export function questionOfReport(report: Report, types: readonly RecordType[]): Question {
  const question = questionPartOf(report);
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
