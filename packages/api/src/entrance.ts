import { Problem } from '@tallyhook/schemas';
import type { Request, Response } from 'express';
import type { QuestionLimits } from './parts.ts';
import { leaveSignal } from './leave-signal.ts';
import { waitedTooLong } from './questions/ask-question.ts';
import { createQuestionGate, tooMany } from './questions/question-gate.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Admits a few requests at a time. Without it, hundreds of simultaneous questions would each load their caller and
 * moment, only to wait or be refused; sign-ins and deliveries would queue behind all those reads.
 */
export interface Entrance {
  /**
   * Runs the work, which identifies the caller, once its turn comes; senders take turns. If the workspace of a question
   * is already known, the question keeps its place until it is answered, so that nothing is read for those still
   * waiting.
   * @throws Problem `too_many_requests` if too many wait or the turn comes too late; the abort reason if the client
   * leaves.
   */
  pass(entrant: Entrant, work: () => Promise<void>): Promise<void>;
}

export interface Entrant {
  /** `arrivedAt` in milliseconds since 1970. */
  request: Pick<Request, 'get' | 'ip'> & { arrivedAt: number };
  response: Response;
  /** The workspace of a question; undefined for other requests, and while it is not known. */
  findWorkspace(): string | undefined;
}

/** Enough to keep the process busy: while these wait for the database, others make progress. */
const atOnce = 8;
const perSender = 4;
/** A waiting request costs little more than its connection. */
const maxWaiting = 2_000;
/** How long another question may wait when the queue of questions is full. */
const patienceMs = 1_000;

/** Creates an entrance for this process only. */
export function createEntrance(limits: QuestionLimits): Entrance {
  const identifying = createQuestionGate({ atOnce, perWorkspace: perSender, waiting: maxWaiting });
  // Twice as many as may run, so that the next ones are parsed meanwhile.
  const asking = createQuestionGate({
    atOnce: 2 * limits.atOnce,
    perWorkspace: 2 * limits.perWorkspace,
    waiting: maxWaiting,
  });
  let waiting = 0;

  const passQuestion = async (workspaceId: string, { request, response }: Entrant, work: () => Promise<void>) => {
    const ending = new AbortController();
    const signal = AbortSignal.any([leaveSignal(response), ending.signal]);
    const { promise: entered, resolve, reject } = Promise.withResolvers<void>();
    let hasEntered = false;
    const keepPlace = () => {
      hasEntered = true;
      resolve();
      return whenAnswered(response, limits.deadlineMs);
    };
    asking.run(workspaceId, signal, keepPlace).catch(reject);
    if (hasEntered) return work();
    const before = waiting;
    const late = endLater(ending, timeLeftMs(request, limits), waitedTooLong);
    const impatient = before < limits.waiting ? undefined : endLater(ending, patienceMs, () => tooMany(before));
    waiting += 1;
    try {
      await entered.finally(() => {
        waiting -= 1;
        clearTimeout(impatient);
      });
      // The remaining time may be too short to identify the caller.
      await untilAborted(work(), ending.signal);
    } finally {
      clearTimeout(late);
    }
  };

  return {
    async pass(entrant, work) {
      const { request, response, findWorkspace } = entrant;
      let workspaceId = findWorkspace();
      if (workspaceId === undefined) {
        const ending = new AbortController();
        const late = endLater(ending, timeLeftMs(request, limits), tooManyBefore);
        const signal = AbortSignal.any([leaveSignal(response), ending.signal]);
        const identify = async () => {
          clearTimeout(late);
          // A request ahead in the queue may have made it known.
          workspaceId = findWorkspace();
          if (workspaceId === undefined) await work();
        };
        await identifying.run(senderOf(request), signal, identify).finally(() => clearTimeout(late));
      }
      if (workspaceId !== undefined) await passQuestion(workspaceId, entrant, work);
    },
  };
}

const timeLeftMs = ({ arrivedAt }: Entrant['request'], { deadlineMs }: QuestionLimits): number =>
  Math.max(0, arrivedAt + deadlineMs - Date.now());

/** Ends the wait after the given time with the given refusal. */
function endLater(ending: AbortController, afterMs: number, refusal: () => Problem): NodeJS.Timeout {
  return setTimeout(() => ending.abort(refusal()), afterMs);
}

/**
 * Resolves once the answer is written or the client has left; a slow body keeps its place no longer than a question may
 * take.
 */
async function whenAnswered(response: Response, longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestMs);
  // A slow reader must not block others: the answer counts as written once it is handed over in full.
  if (response.closed) resolve();
  else response.once('prefinish', resolve).once('close', resolve);
  await promise;
  clearTimeout(timer);
}

/** Tells senders apart before the caller is known. */
function senderOf(request: Entrant['request']): string {
  return request.get('authorization') ?? request.get('cookie') ?? request.ip ?? '';
}

function tooManyBefore(): Problem {
  const detail = 'Too many requests arrived at once, and this one waited too long for its turn. Send fewer at a time.';
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}
