import type { RecordType, Report } from '@tallyhook/schemas';
import { Refusal } from '../api/send.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { isRefusedQuestion } from '../reports/problem-words.ts';
import type { Draft } from './draft.ts';
import { markedWords, questionProblems, type QuestionProblems } from './question-problems.ts';

export interface RefusedQuestion {
  report: ShownReport;
  draft: Draft;
  isChanged: boolean;
  types: readonly RecordType[];
  /** The question as it is asked now. */
  now: Report;
  /** Why the last count failed. */
  failure: Error | undefined;
  /** The question whose count that was. */
  failed: Report | undefined;
}

export interface ShownProblems {
  problems: QuestionProblems;
  /** Why there is no answer, without what the parts of the question say already. */
  error: Error | undefined;
}

/** What is wrong with the question as it is: each mistake once, at its part where it has one. */
export function shownProblems(asked: RefusedQuestion): ShownProblems {
  const { report, draft, isChanged, types, now, failure, failed = now } = asked;
  const isRefused = isRefusedQuestion(failure);
  const said = isRefused ? failure.errors : isChanged ? [] : (report.problems ?? []);
  const refused = isRefused ? failed : now;
  const problems = questionProblems(said, { refused, now, draft, types });
  return { problems, error: isRefused ? leftOf(failure, problems) : failure };
}

/** Nothing is left of a refusal while everything that it is about is changed, until that is answered. */
function leftOf({ code, message }: Refusal, { atParts, elsewhere }: QuestionProblems): Refusal | undefined {
  const lines = [...(atParts.size === 0 ? [] : [markedWords(atParts.size)]), ...elsewhere];
  if (lines.length === 0) return undefined;
  const errors = lines.map((detail) => ({ code, detail }));
  return new Refusal(code, message, undefined, errors);
}
