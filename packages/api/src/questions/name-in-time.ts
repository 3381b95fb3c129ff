import { nameAnswer, type Answer, type NormalizedQuestion } from '@tallyhook/query';
import type { Branch } from '@tallyhook/store/branches';
import { questionTimedOut, readLabels } from '@tallyhook/store/questions';
import type { ApiDependencies } from '../dependencies.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Question } from './ask-question.ts';

/**
 * Names the records behind the ids of an answer that was counted without, by what they are called now.
 * @throws Problem `query_timeout` where the time of whoever asks is up before.
 */
export async function nameInTime(
  { store, questions }: Pick<ApiDependencies, 'store' | 'questions'>,
  branch: Branch,
  { question, answer }: { question: NormalizedQuestion; answer: Answer },
  { arrivedAt, signal }: Pick<Question, 'arrivedAt' | 'signal'>,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(Math.max(0, arrivedAt + questions.deadlineMs - Date.now()));
  try {
    const named = nameAnswer(question, answer, (wanted) => readLabels(store, branch, wanted));
    return await untilAborted(named, AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    throw deadline.aborted ? questionTimedOut(questions.deadlineMs, { cause: error }) : error;
  }
}
