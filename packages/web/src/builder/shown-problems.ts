import type { RecordType, Report } from '@tallyhook/schemas';
import { Refusal } from '../api/send.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { isRefusedQuestion } from '../reports/describe-problem.ts';
import type { Draft } from './draft.ts';
import { describeMarked, questionProblems, type QuestionProblems } from './question-problems.ts';

export interface RefusedQuestion {
  report: ShownReport;
  draft: Draft;
  isChanged: boolean;
  types: readonly RecordType[];
  /** The current question. */
  now: Report;
  /** Why the last count failed. */
  failure: Error | undefined;
  /** The question of that count. */
  failed: Report | undefined;
}

export interface ShownProblems {
  problems: QuestionProblems;
  /** Why there is no answer, without problems already shown at parts of the question. */
  error: Error | undefined;
}

/** The current problems of the question: each one once, at its part if it has one. */
export function shownProblems(asked: RefusedQuestion): ShownProblems {
  const { report, draft, isChanged, types, now, failure, failed = now } = asked;
  const isRefused = isRefusedQuestion(failure);
  const reported = isRefused ? failure.errors : isChanged ? [] : (report.problems ?? []);
  const refused = isRefused ? failed : now;
  const problems = questionProblems(reported, { refused, now, draft, types });
  return { problems, error: isRefused ? leftOf(failure, problems) : failure };
}

/** Drops a refusal once everything it refers to has been changed, until the next response. */
function leftOf({ code, message }: Refusal, { atParts, elsewhere }: QuestionProblems): Refusal | undefined {
  const lines = [...(atParts.size === 0 ? [] : [describeMarked(atParts.size)]), ...elsewhere];
  if (lines.length === 0) return undefined;
  const errors = lines.map((detail) => ({ code, detail }));
  return new Refusal(code, message, undefined, errors);
}
