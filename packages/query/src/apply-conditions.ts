import {
  Problem,
  type AnswerUnfiltered,
  type DashboardCondition,
  type FieldKind,
  type QuestionCondition,
  type QuestionFilter,
  type Report,
} from '@tallyhook/schemas';
import { normalizeQuestion } from './normalize/normalize-question.ts';
import { fieldsOf } from './normalize/find-field.ts';
import type { QuestionContext } from './question-context.ts';

/** A report with the conditions that fit its records, and why the others do not. */
export interface FilteredReport {
  report: Report;
  unfiltered: AnswerUnfiltered[];
}

/**
 * Adds the conditions of a dashboard to the filter of a report. A condition applies if the report's type has a field of
 * that name and kind that can be compared in this way; days and instants fit each other.
 */
export function applyConditions(
  report: Report,
  conditions: readonly DashboardCondition[],
  context: QuestionContext,
): FilteredReport {
  const judged = conditions.map((condition) => ({ condition, detail: whyNot(report, condition, context) }));
  const applied = judged.filter(({ detail }) => detail === undefined).map(({ condition }) => conditionOf(condition));
  const unfiltered = judged.flatMap(({ condition: { field }, detail }) =>
    detail === undefined ? [] : [{ field, detail }],
  );
  if (applied.length === 0) return { report, unfiltered };
  return { report: { ...report, filter: { and: [...partsOf(report.filter), ...applied] } }, unfiltered };
}

const conditionOf = ({ field, op, value }: DashboardCondition): QuestionCondition =>
  value === undefined ? { field, op } : { field, op, value };

/** Keeps one level: the depth of filters is limited. */
function partsOf(filter: QuestionFilter | undefined): QuestionFilter[] {
  if (filter === undefined) return [];
  return 'and' in filter ? filter.and : [filter];
}

function whyNot(report: Report, condition: DashboardCondition, context: QuestionContext): string | undefined {
  const type = context.types.find(({ name }) => name === report.type);
  if (type === undefined) return undefined;
  const field = fieldsOf(type).find(({ name }) => name === condition.field);
  if (field === undefined) return `${type.label} has no field "${condition.field}"`;
  if (familyOf(field.kind) !== familyOf(condition.kind) || field.target !== condition.target)
    return `${field.label} is another kind of field here`;
  try {
    normalizeQuestion({ type: type.name, filter: conditionOf(condition) }, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors[0]?.detail ?? error.message;
  }
}

const familyOf = (kind: FieldKind): string => (kind === 'instant' ? 'day' : kind);
