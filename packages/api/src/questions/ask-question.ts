import { ask, type Answer } from '@tallyhook/query';
import { Problem, type Read } from '@tallyhook/schemas';
import { countPlanCall, readLabels, readPlan, type Branch, type ReadPlanOptions, type Store } from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../middleware/caller.ts';
import { untilAborted } from '../until-aborted.ts';
import { questionMoment } from './question-context.ts';

export interface Question {
  /** The question as it was sent. */
  input: unknown;
  /** Whether the answer names the records behind ids. */
  labels: boolean;
  /** Whether it says how the records were read. */
  explain?: boolean;
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  /** Ends the question when nobody waits for it any more. */
  signal: AbortSignal;
}

/** Milliseconds spent on the parts of an answer. */
export type Timings = Record<'queue' | 'db' | 'labels', number>;

/**
 * Asks a question of the caller's branch: the one way from every door to an answer. A question of an API key counts as
 * one of the plan's calls once it is understood and its turn has come, whatever becomes of it then.
 * @throws Problem `invalid_question`, `query_timeout`, `too_many_requests`.
 */
export async function askQuestion(
  deps: ApiDependencies,
  caller: Pick<Caller, 'branch' | 'keyId' | 'workspaceId'>,
  { input, labels, explain, arrivedAt, signal }: Question,
): Promise<{ answer: Answer; timings: Timings }> {
  const { store, questionGate, questions } = deps;
  const { branch, workspaceId } = caller;
  const deadlineAt = arrivedAt + questions.deadlineMs;
  const { context, moment } = await questionMoment(deps, branch, input);

  const deadline = AbortSignal.timeout(Math.max(0, deadlineAt - Date.now()));
  const ended = AbortSignal.any([signal, deadline]);
  const timings: Timings = { queue: 0, db: 0, labels: 0 };
  const { read, name } = createReaders(store, branch, { deadlineAt, signal: ended, moment, timings });
  const queuedAt = performance.now();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    timings.queue = performance.now() - queuedAt;
    const asked = ask(input, context, labels ? { read, labels: name } : { read }, { explain });
    const [answer] = await Promise.all([asked, countCall(deps, caller)]);
    return answer;
  };
  try {
    const answer = await untilAborted(questionGate.run(workspaceId, ended, run), ended);
    return { answer, timings };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted && !isRunning) throw waitedTooLong();
    if (deadline.aborted && !isTimeout(error)) throw tookTooLong(questions.deadlineMs, error);
    throw error;
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
export async function countCall(
  { store, now }: ApiDependencies,
  { keyId, workspaceId }: Pick<Caller, 'keyId' | 'workspaceId'>,
) {
  if (keyId !== undefined) await countPlanCall(store, { workspaceId, keyId, now: now() });
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

function waitedTooLong(): Problem {
  const detail = 'The question waited for its turn until its time was up: too many others are running. Ask it again.';
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}

function tookTooLong(limitMs: number, cause: unknown): Problem {
  const detail = `The question was given up after ${limitMs} ms. Filter to fewer records, group by less, or leave out distinct counts.`;
  return new Problem('query_timeout', detail, { members: { limitMs }, cause });
}
