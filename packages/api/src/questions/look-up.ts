import type { Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import type { QuestionServices } from './question-services.ts';
import { untilAborted } from '../until-aborted.ts';

/** A lookup, with the message for when the question's time runs out first. */
export interface LookUp<Found> {
  look(turn: Turn): Promise<Found>;
  tookTooLong(limitMs: number, cause: unknown): Problem;
  waitedTooLong(): Problem;
}

/**
 * Looks up records that are needed to understand a question, within the question's time limit. It queues with the
 * questions, because it costs as much as one.
 * @throws Problem with the lookup's own message; `too_many_requests` if too many wait; the signal's reason.
 */
export async function lookUp<Found>(
  { questionGate }: Pick<QuestionServices, 'questionGate'>,
  { workspaceId, turn }: { workspaceId: string; turn: Turn },
  { look, tookTooLong, waitedTooLong }: LookUp<Found>,
): Promise<Found> {
  const beganAt = Date.now();
  let isRunning = false;
  const run = () => {
    isRunning = true;
    return look(turn);
  };
  try {
    return await untilAborted(questionGate.run(workspaceId, turn.signal, run), turn.signal);
  } catch (error) {
    turn.left.throwIfAborted();
    const isLate = turn.late.aborted || (error instanceof Problem && error.code === 'query_timeout');
    if (!isLate) throw error;
    const hasWaited = !isRunning && Date.now() - beganAt >= turn.limitMs / 2;
    throw hasWaited ? waitedTooLong() : tookTooLong(turn.limitMs, error);
  }
}
