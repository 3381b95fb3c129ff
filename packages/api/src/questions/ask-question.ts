import { askNormalized, type Answer } from '@tallyhook/query';
import { Problem, type Read } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { questionTimedOut, readLabels, readPlan, type ReadPlanOptions } from '@tallyhook/store/questions';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../middleware/caller.ts';
import { adviseIndexes } from '../speed/advise-indexes.ts';
import { untilAborted } from '../until-aborted.ts';
import { questionMoment } from './question-context.ts';
import { gateFor } from './question-gate.ts';

export interface Question {
  /** The question as it was sent. */
  input: unknown;
  /** Whether the answer names the records behind ids. */
  labels: boolean;
  /** Whether it says how the records were read. */
  explain?: boolean;
  /** Whether it is asked though it took too long a moment ago. */
  anew?: boolean;
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  /** Ends the question when nobody waits for it any more. */
  signal: AbortSignal;
}

/** Milliseconds spent on the parts of an answer. */
export type Timings = Record<'queue' | 'db' | 'labels', number>;

/**
 * Asks a question of the caller's branch: the one way from every door to an answer. A question of an API key counts as
 * one of the plan's calls once it is understood and its turn has come, whatever becomes of it then. One that took too
 * long is refused at once for a minute; one that spent its time waiting for others did not, and is no call.
 * @throws Problem `invalid_question`, `query_timeout`, `too_many_requests`.
 */
export async function askQuestion(
  deps: ApiDependencies,
  caller: Pick<Caller, 'branch' | 'keyId' | 'personId' | 'workspaceId' | 'moment'>,
  { input, labels, explain, anew, arrivedAt, signal }: Question,
): Promise<{ answer: Answer; timings: Timings }> {
  const { store, questions, timedOut } = deps;
  const { branch, workspaceId } = caller;
  const deadlineAt = arrivedAt + questions.deadlineMs;
  const { question, context, moment } = await questionMoment(deps, caller, { input, arrivedAt, signal });
  const tookTooLong = anew ? undefined : timedOut.find(caller, question);
  if (tookTooLong) throw tookTooLong;

  const deadline = AbortSignal.timeout(Math.max(0, deadlineAt - Date.now()));
  const ended = AbortSignal.any([signal, deadline]);
  const timings: Timings = { queue: 0, db: 0, labels: 0 };
  const { read, name } = createReaders(store, branch, { deadlineAt, signal: ended, moment, timings });
  const queuedAt = performance.now();
  let isRunning = false;
  let waitedMs = 0;
  const run = () => {
    isRunning = true;
    // Also for the turn of its request, before it was known whose question it is.
    waitedMs = Date.now() - arrivedAt;
    timings.queue = performance.now() - queuedAt;
    return askNormalized(question, context, labels ? { read, labels: name } : { read }, { explain });
  };
  try {
    const answer = await untilAborted(gateFor(deps, context.facts).run(workspaceId, ended, run), ended);
    countCall(deps, caller);
    return { answer, timings };
  } catch (error) {
    const isLate = !signal.aborted && (deadline.aborted || isTimeout(error));
    // What was left of its time says nothing about how long it takes.
    if (isLate && (!isRunning || waitedMs >= questions.deadlineMs / 2)) throw waitedTooLong();
    if (isRunning) countCall(deps, caller);
    if (signal.aborted) throw signal.reason;
    if (!isLate) throw error;
    const advice = await adviseIndexes(deps, caller, { question, facts: context.facts });
    const problem = questionTimedOut(questions.deadlineMs, { cause: error, advice });
    timedOut.keep(caller, question, problem);
    throw problem;
  }
}

/** What a question reads through; each notes how long it took. */
function createReaders(
  store: Store,
  branch: Branch,
  { timings, ...options }: Required<ReadPlanOptions> & { timings: Timings },
) {
  return {
    read: timed(timings, 'db', (reads: Read[]) => readPlan(store, branch, reads, options)),
    name: timed(timings, 'labels', (wanted: Record<string, string[]>) => readLabels(store, branch, wanted)),
  };
}

/** Counts the question of an API key as one of the plan's calls. */
export function countCall(
  { planCalls }: ApiDependencies,
  { keyId, workspaceId }: Pick<Caller, 'keyId' | 'workspaceId'>,
): void {
  if (keyId !== undefined) planCalls.count({ workspaceId, keyId });
}

function timed<Input, Output>(timings: Timings, part: keyof Timings, work: (input: Input) => Promise<Output>) {
  return async (input: Input): Promise<Output> => {
    const startedAt = performance.now();
    try {
      return await work(input);
    } finally {
      timings[part] += performance.now() - startedAt;
    }
  };
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
