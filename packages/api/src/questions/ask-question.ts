import { askSource, type Answer, type AskOptions, type Timings, type Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { problemFrom } from '@tallyhook/store';
import { questionTimedOut, readLabels, timed } from '@tallyhook/store/questions';
import type { GiveBack } from './plan-calls.ts';
import type { QuestionServices } from './question-services.ts';
import type { Caller } from '../caller.ts';
import { adviseIndexes } from '../speed/advise-indexes.ts';
import { untilAborted } from '../until-aborted.ts';
import { openQuestion } from './question-context.ts';
import { gateFor } from './question-gate.ts';

export interface AskedQuestion {
  /** The question as it was sent. */
  input: unknown;
  /** Whether the answer includes the names of records behind ids. */
  labels: boolean;
  /** Whether the answer explains how the records were read. */
  explain?: boolean;
  /** Whether to ask even if the question timed out recently. */
  force?: boolean;
  turn: Turn;
}

/**
 * Asks a question of the caller's branch; every interface answers questions through this function. A question from an
 * API key counts as one call of the plan once it is understood and its turn has come, whatever the outcome. A question
 * that timed out is refused without running for a minute; one that spent its time waiting for others is not, and does
 * not count as a call.
 * @throws Problem `invalid_question`, `query_timeout`, `too_many_requests`, `plan_used_up`.
 */
export async function askQuestion(
  deps: QuestionServices,
  caller: Pick<Caller, 'branch' | 'keyId' | 'personId' | 'workspaceId' | 'moment'>,
  { input, labels, explain, force, turn }: AskedQuestion,
): Promise<{ answer: Answer; timings: Timings }> {
  const { store, timedOut } = deps;
  const { branch, workspaceId } = caller;
  await requireCallsLeft(deps, caller);
  const { question, source } = await openQuestion(deps, caller, { input, turn });
  const tookTooLong = force ? undefined : timedOut.find(caller, question);
  if (tookTooLong) throw tookTooLong;

  const name: AskOptions['labels'] = (wanted) => timed(turn, 'labels', () => readLabels(store, branch, wanted));
  const queuedAt = performance.now();
  let isRunning = false;
  let waitedMs = 0;
  let counted: Promise<GiveBack | undefined> | undefined;
  const run = async () => {
    isRunning = true;
    // Includes the wait of the request itself, before the workspace was known.
    waitedMs = Date.now() - turn.arrivedAt;
    turn.timings.queue += performance.now() - queuedAt;
    counted = countCall(deps, caller);
    await counted;
    return askSource(question, source, turn, { labels: labels ? name : undefined, explain });
  };
  try {
    const answer = await untilAborted(gateFor(deps, source.facts).run(workspaceId, turn.signal, run), turn.signal);
    return { answer, timings: turn.timings };
  } catch (error) {
    if (isUsedUp(error)) throw error;
    const isLate = !turn.left.aborted && (turn.late.aborted || isTimeout(error));
    // Only part of its time was left, so this does not show how long it takes.
    if (isLate && (!isRunning || waitedMs >= turn.limitMs / 2)) {
      giveBackCall(deps, counted);
      throw waitedTooLong();
    }
    turn.left.throwIfAborted();
    if (!isLate) throw error;
    const advice = await adviseIndexes(deps, caller, { question, facts: source.facts });
    const problem = questionTimedOut(turn.limitMs, { cause: error, advice });
    timedOut.keep(caller, question, problem);
    throw problem;
  }
}

/**
 * Refuses an API key's question if its workspace has no calls left in the plan.
 * @throws Problem `plan_used_up`.
 */
export async function requireCallsLeft(
  { planCalls }: QuestionServices,
  { keyId, workspaceId }: Pick<Caller, 'keyId' | 'workspaceId'>,
): Promise<void> {
  if (keyId !== undefined) await planCalls.requireLeft({ workspaceId });
}

/**
 * Counts an API key's question as one call of the plan. Returns how to undo that.
 * @throws Problem `plan_used_up`.
 */
export async function countCall(
  { planCalls }: QuestionServices,
  { keyId, workspaceId }: Pick<Caller, 'keyId' | 'workspaceId'>,
): Promise<GiveBack | undefined> {
  return keyId === undefined ? undefined : await planCalls.count({ workspaceId, keyId });
}

/** Undoes a count as soon as it is done, which nobody waits for. */
function giveBackCall({ logger }: QuestionServices, counted: Promise<GiveBack | undefined> | undefined): void {
  counted
    ?.then(
      (giveBack) => giveBack?.(),
      () => undefined,
    )
    .catch((error: unknown) =>
      logger.warn({ error: String(problemFrom(error)) }, 'Could not give back a call of a plan.'),
    );
}

function isUsedUp(error: unknown): boolean {
  return error instanceof Problem && error.code === 'plan_used_up';
}

function isTimeout(error: unknown): boolean {
  return error instanceof Problem && error.code === 'query_timeout';
}

/** The refusal of a question that ran out of time before it could be read. */
export function waitedTooLong(): Problem {
  const detail = 'The question spent its time waiting for other questions of the workspace. Ask it again.';
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}
