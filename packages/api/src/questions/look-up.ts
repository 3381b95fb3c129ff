import type { Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import type { QuestionServices } from './question-services.ts';
import { untilAborted } from '../until-aborted.ts';

/** What is looked up, and what to say of it where the time of the question is over before it is found. */
export interface LookUp<Found> {
  look(turn: Turn): Promise<Found>;
  tookTooLong(limitMs: number, cause: unknown): Problem;
  waitedTooLong(): Problem;
}

/**
 * Looks up in the records what a question needs to be understood, within the time that the question has. It takes its
 * turn among the questions, because it costs as much as one.
 * @throws Problem as the look-up words it; `too_many_requests` when too many wait; the signal's reason.
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
