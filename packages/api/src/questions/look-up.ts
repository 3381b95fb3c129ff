import { Problem } from '@tallyhook/schemas';
import type { ApiDependencies } from '../dependencies.ts';
import { untilAborted } from '../until-aborted.ts';

/** What a look-up is for: the question's workspace, its arrival in milliseconds since 1970, and who waits for it. */
export interface LookUpFor {
  workspaceId: string;
  arrivedAt: number;
  signal?: AbortSignal | undefined;
}

/** What is looked up, and what to say of it where the time of the question is over before it is found. */
export interface LookUp<Found> {
  look(limits: { timeLimitMs: number; signal: AbortSignal }): Promise<Found>;
  tookTooLong(limitMs: number, cause: unknown): Problem;
  waitedTooLong(): Problem;
}

/**
 * Looks up in the records what a question needs to be understood, within the time that the question has. It takes its
 * turn among the questions, because it costs as much as one.
 * @throws Problem as the look-up words it; `too_many_requests` when too many wait; the signal's reason.
 */
export async function lookUp<Found>(
  { questionGate, questions }: Pick<ApiDependencies, 'questionGate' | 'questions'>,
  { workspaceId, arrivedAt, signal }: LookUpFor,
  { look, tookTooLong, waitedTooLong }: LookUp<Found>,
): Promise<Found> {
  const beganAt = Date.now();
  const deadlineAt = arrivedAt + questions.deadlineMs;
  const deadline = AbortSignal.timeout(Math.max(0, deadlineAt - beganAt));
  const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  let isRunning = false;
  const run = () => {
    isRunning = true;
    return look({ timeLimitMs: Math.max(1, deadlineAt - Date.now()), signal: ended });
  };
  try {
    return await untilAborted(questionGate.run(workspaceId, ended, run), ended);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const isLate = deadline.aborted || (error instanceof Problem && error.code === 'query_timeout');
    if (!isLate) throw error;
    const hasWaited = !isRunning && Date.now() - beganAt >= questions.deadlineMs / 2;
    throw hasWaited ? waitedTooLong() : tookTooLong(questions.deadlineMs, error);
  }
}
