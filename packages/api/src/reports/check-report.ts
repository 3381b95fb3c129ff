import {
  normalizeQuestion,
  planComparison,
  questionOfReport,
  rulesOf,
  type NormalizedQuestion,
} from '@tallyhook/query';
import { Problem, type ProblemDetail, type Report } from '@tallyhook/schemas';
import { whyNotChart } from '@tallyhook/schemas/chart-fits';
import type { ReportServices } from './report-services.ts';
import type { Caller } from '../caller.ts';
import { moveMistakes } from '../questions/move-mistakes.ts';
import { anybody, contextOf, understandOn } from '../questions/question-context.ts';

/**
 * Refuses a report whose question is invalid on the caller's branch, or whose chart cannot show the answer.
 * @throws Problem `invalid_question` with every mistake.
 */
export async function checkReport(deps: ReportServices, { branch }: Caller, report: Report): Promise<void> {
  const context = contextOf(deps, branch, anybody);
  try {
    const input = questionOfReport(report, branch.types);
    const question = await understandOn(deps, branch, { input, context });
    refuseChart(report, question);
    refuseComparison(report, question);
  } catch (error) {
    throw error instanceof Problem ? inDefinition(error) : error;
  }
}

function refuseChart({ chart }: Report, { groups, measures, document }: NormalizedQuestion): void {
  const { fn, field } = measures[0]!;
  const asked = { measure: { fn, ...(field && { field: field.name }) }, groups: document.groupBy! };
  const grouped = groups.map((group, index) => ({ name: asked.groups[index]!.field, field: group.field }));
  const named = field === undefined ? grouped : [...grouped, { name: field.name, field }];
  const fields = named.map((one) => ({ name: one.name, kind: one.field.kind, units: rulesOf(one.field).units }));
  const detail = whyNotChart(chart, asked, fields);
  if (detail === undefined) return;
  const error = { pointer: '#/chart', code: 'chart_not_allowed', detail };
  throw new Problem('invalid_question', `${error.pointer}: ${detail}`, { errors: [error] });
}

function refuseComparison({ compare }: Report, question: NormalizedQuestion): void {
  if (compare === undefined || planComparison(question) !== undefined) return;
  const detail =
    'there is no period before: filter by a date with a start, or group by day, week, month, quarter or year';
  const error = { pointer: '#/compare', code: 'not_allowed', detail };
  throw new Problem('invalid_question', `${error.pointer}: ${detail}`, { errors: [error] });
}

/** The mistakes in the question of a report body, regardless of other mistakes in the body. */
export function mistakesOfDefinition(body: unknown, { branch }: Caller, now: Date): readonly ProblemDetail[] {
  const definition = (body as { definition?: unknown } | null)?.definition;
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) return [];
  const { types, timezone, weekStart } = branch;
  try {
    const question = questionOfReport(definition as Report, types);
    normalizeQuestion(question, { types, now, timezone, weekStart, me: anybody });
    return [];
  } catch (error) {
    if (error instanceof Problem) return inDefinition(error).errors;
    throw error;
  }
}

/** Moves mistakes to their places in a body that holds the question as `definition`. */
export function inDefinition(problem: Problem): Problem {
  return moveMistakes(problem, (pointer) => pointer.replace(/^#/, '#/definition'));
}
