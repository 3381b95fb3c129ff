import type { Answer, Timings } from '@tallyhook/query';
import { Problem, type Question } from '@tallyhook/schemas';
import type { QuestionServices } from './question-services.ts';
import type { Caller } from '../caller.ts';
import { filteredFields } from '../speed/filtered-fields.ts';
import { questionShape } from '../speed/question-shape.ts';
import { askQuestion, type AskedQuestion } from './ask-question.ts';

/**
 * Asks the question of a report, saved or not, and records it with the fields it filtered on and how long it took, even on a
 * timeout. The caller does not wait for that.
 * @throws as `askQuestion` does.
 */
export async function askForReport(
  deps: QuestionServices,
  caller: Caller,
  question: AskedQuestion,
): Promise<{ answer: Answer; timings: Timings }> {
  try {
    const answered = await askQuestion(deps, caller, question);
    note(deps, caller, question, answered.timings.db);
    return answered;
  } catch (error) {
    // Also when a known timeout is repeated from memory.
    const isTimeout = error instanceof Problem && error.code === 'query_timeout';
    if (isTimeout) note(deps, caller, question, question.turn.limitMs);
    throw error;
  }
}

function note({ usage, now }: QuestionServices, { branch }: Caller, { input }: AskedQuestion, tookMs: number): void {
  // It was parsed, so it is a valid question.
  const question = input as Question;
  const { type, filter } = question;
  const use = { branchId: branch.id, tookMs, at: now() };
  usage.note(
    [...filteredFields(filter)].map(([field, isIndexable]) => ({ ...use, type, field, isIndexable })),
    { ...use, question, shape: questionShape(question) },
  );
}
