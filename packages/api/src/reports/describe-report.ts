import { normalizeQuestion, type NormalizedQuestion } from '@tallyhook/query';
import { Problem, type ProblemDetail, type Report } from '@tallyhook/schemas';
import type { Branch, Definition } from '@tallyhook/store';
import { inDefinition, questionOf } from './check-report.ts';

/** A report as everybody who reads the branch sees it. */
export interface ReportRow extends Definition {
  /** Whether it came with an app, which alone changes it. */
  readOnly: boolean;
  /** Why it cannot be counted any more, such as a field that was removed; pointers go into this row. */
  problems: readonly ProblemDetail[];
}

/** Says of a report whether it can be changed and counted. */
export function describeReport(branch: Branch, report: Definition, now: Date): ReportRow {
  const problems = problemsOf(branch, report, now);
  return { ...report, readOnly: report.app !== undefined, problems };
}

/**
 * The question of a report as the branch understands it today.
 * @throws Problem `invalid_question` that names the report and what is gone.
 */
export function normalizeReport(
  { types, timezone, weekStart }: Branch,
  { name, definition }: Definition,
  now: Date,
): NormalizedQuestion {
  try {
    return normalizeQuestion(questionOf(definition as Report), { types, now, timezone, weekStart });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors, members } = error;
    const detail = `The report "${name}" cannot be counted as it is saved: ${errors[0]?.detail ?? error.message}.`;
    throw new Problem(error.code, detail, { errors, members, cause: error });
  }
}

function problemsOf(branch: Branch, report: Definition, now: Date): readonly ProblemDetail[] {
  try {
    normalizeReport(branch, report, now);
    return [];
  } catch (error) {
    if (error instanceof Problem) return inDefinition(error).errors;
    throw error;
  }
}
