import { askSource, type Answer, type AskOptions, type Timings, type Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { questionTimedOut, readLabels, timed } from '@tallyhook/store/questions';
import type { QuestionServices } from './question-services.ts';
import type { Caller } from '../caller.ts';
import { adviseIndexes } from '../speed/advise-indexes.ts';
import { untilAborted } from '../until-aborted.ts';
import { openQuestion } from './question-context.ts';
import { gateFor } from './question-gate.ts';

export interface AskedQuestion {
  /** The question as it was sent. */
  input: unknown;
  /** Whether the answer names the records behind ids. */
  labels: boolean;
  /** Whether it says how the records were read. */
  explain?: boolean;
  /** Whether it is asked though it took too long a moment ago. */
  anew?: boolean;
  turn: Turn;
}

/**
 * Asks a question of the caller's branch: the one way from every door to an answer. A question of an API key counts as
 * one of the plan's calls once it is understood and its turn has come, whatever becomes of it then. One that took too
 * long is refused at once for a minute; one that spent its time waiting for others did not, and is no call.
 * @throws Problem `invalid_question`, `query_timeout`, `too_many_requests`.
 */
export async function askQuestion(
  deps: QuestionServices,
  caller: Pick<Caller, 'branch' | 'keyId' | 'personId' | 'workspaceId' | 'moment'>,
  { input, labels, explain, anew, turn }: AskedQuestion,
): Promise<{ answer: Answer; timings: Timings }> {
  const { store, timedOut } = deps;
  const { branch, workspaceId } = caller;
  const { question, source } = await openQuestion(deps, caller, { input, turn });
  const tookTooLong = anew ? undefined : timedOut.find(caller, question);
  if (tookTooLong) throw tookTooLong;

  const name: AskOptions['labels'] = (wanted) => timed(turn, 'labels', () => readLabels(store, branch, wanted));
  const queuedAt = performance.now();
  let isRunning = false;
  let waitedMs = 0;
  const run = () => {
    isRunning = true;
    // Also for the turn of its request, before it was known whose question it is.
    waitedMs = Date.now() - turn.arrivedAt;
    turn.timings.queue += performance.now() - queuedAt;
    return askSource(question, source, turn, { labels: labels ? name : undefined, explain });
  };
  try {
    const answer = await untilAborted(gateFor(deps, source.facts).run(workspaceId, turn.signal, run), turn.signal);
    countCall(deps, caller);
    return { answer, timings: turn.timings };
  } catch (error) {
    const isLate = !turn.left.aborted && (turn.late.aborted || isTimeout(error));
    // What was left of its time says nothing about how long it takes.
    if (isLate && (!isRunning || waitedMs >= turn.limitMs / 2)) throw waitedTooLong();
    if (isRunning) countCall(deps, caller);
    turn.left.throwIfAborted();
    if (!isLate) throw error;
    const advice = await adviseIndexes(deps, caller, { question, facts: source.facts });
    const problem = questionTimedOut(turn.limitMs, { cause: error, advice });
    timedOut.keep(caller, question, problem);
    throw problem;
  }
}

/** Counts the question of an API key as one of the plan's calls. */
export function countCall(
  { planCalls }: QuestionServices,
  { keyId, workspaceId }: Pick<Caller, 'keyId' | 'workspaceId'>,
): void {
  if (keyId !== undefined) planCalls.count({ workspaceId, keyId });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Problem && error.code === 'query_timeout';
}

/** The refusal of a question whose time was over before it could be read. */
export function waitedTooLong(): Problem {
  const detail =
    'The question spent its time waiting for other questions of the workspace, which were running. Ask it again.';
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}
