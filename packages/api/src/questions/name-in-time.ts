import { nameAnswer, type Answer, type NormalizedQuestion, type Turn } from '@tallyhook/query';
import type { Branch } from '@tallyhook/store/branches';
import { questionTimedOut, readLabels, timed } from '@tallyhook/store/questions';
import type { QuestionServices } from './question-services.ts';
import { untilAborted } from '../until-aborted.ts';

/**
 * Adds the current names of records to an answer that was computed without labels.
 * @throws Problem `query_timeout` if time runs out.
 */
export async function nameInTime(
  { store }: Pick<QuestionServices, 'store'>,
  branch: Branch,
  { question, answer }: { question: NormalizedQuestion; answer: Answer },
  turn: Turn,
): Promise<Answer> {
  try {
    const name = () => nameAnswer(question, answer, (wanted) => readLabels(store, branch, wanted));
    return await untilAborted(timed(turn, 'labels', name), turn.signal);
  } catch (error) {
    turn.left.throwIfAborted();
    throw turn.late.aborted ? questionTimedOut(turn.limitMs, { cause: error }) : error;
  }
}
