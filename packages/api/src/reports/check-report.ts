import { normalizeQuestion } from '@tallyhook/query';
import { Problem, type Question, type Report } from '@tallyhook/schemas';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../middleware/caller.ts';
import { questionContext } from '../questions/question-context.ts';

/** The question that a report asks: the report without what only its chart needs. */
export function questionOf(report: Report): Question {
  const parts = Object.entries(report).filter(([key]) => key !== 'chart' && key !== '$schema');
  return Object.fromEntries(parts) as unknown as Question;
}

/**
 * Refuses a report whose question could not be asked of the caller's branch.
 * @throws Problem `invalid_question` with every mistake.
 */
export async function checkReport(deps: ApiDependencies, { branch }: Caller, report: Report): Promise<void> {
  const context = await questionContext(deps, branch);
  try {
    normalizeQuestion(questionOf(report), context);
  } catch (error) {
    throw error instanceof Problem ? inDefinition(error) : error;
  }
}

/** The same mistakes, at their places in a body that holds the question as `definition`. */
export function inDefinition(problem: Problem): Problem {
  const errors = problem.errors.map(({ pointer, ...rest }) => ({
    ...rest,
    ...(pointer === undefined ? {} : { pointer: pointer.replace(/^#/, '#/definition') }),
  }));
  return new Problem(problem.code, problem.message, { errors, members: problem.members, cause: problem });
}
