import { Problem } from '@tallyhook/schemas';
import type { Request, Response } from 'express';
import type { QuestionLimits } from './parts.ts';
import { leaveSignal } from './leave-signal.ts';
import { waitedTooLong } from './questions/ask-question.ts';
import { createQuestionGate, tooMany } from './questions/question-gate.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Lets requests in a few at a time. Hundreds of questions at once would each read who asks and at which moment, only to
 * wait or to be refused then; and every sign-in and delivery would stand behind all of these reads.
 */
export interface Entrance {
  /**
   * Runs the work, which finds out who asks, when its turn comes; senders take turns. A question whose workspace is known
   * before keeps its place until it is answered, so that nothing is read for those that wait.
   * @throws Problem `too_many_requests` when too many wait, or the turn does not come in time; the reason of whoever left.
   */
  pass(entrant: Entrant, work: () => Promise<void>): Promise<void>;
}

export interface Entrant {
  /** `arrivedAt` in milliseconds since 1970. */
  request: Pick<Request, 'get' | 'ip'> & { arrivedAt: number };
  response: Response;
  /** The workspace of a question; undefined for anything else, and while it is not known. */
  findWorkspace(): string | undefined;
}

/** As many as keep a process busy: while these wait for the database, others are worked on. */
const atOnce = 8;
const perSender = 4;
/** One that waits costs its connection and next to nothing else. */
const mostWaiting = 2_000;
/** Behind as many questions as may wait, another one stays only where these are quick. */
const patienceMs = 1_000;

/** An entrance of this process alone. */
export function createEntrance(limits: QuestionLimits): Entrance {
  const identifying = createQuestionGate({ atOnce, perWorkspace: perSender, waiting: mostWaiting });
  // As many as may run, and as many again that are understood meanwhile.
  const asking = createQuestionGate({
    atOnce: 2 * limits.atOnce,
    perWorkspace: 2 * limits.perWorkspace,
    waiting: mostWaiting,
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
      // What is left of its time may be too little to find out who asks.
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
          // Whoever was before in the row may have made it known.
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

/** Ends the waiting after that time, with that refusal. */
function endLater(ending: AbortController, afterMs: number, refusal: () => Problem): NodeJS.Timeout {
  return setTimeout(() => ending.abort(refusal()), afterMs);
}

/** Until the answer is made or nobody waits for it; a body that comes slowly keeps its place no longer than a question. */
async function whenAnswered(response: Response, longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestMs);
  // Who reads an answer slowly holds up nobody: it is made when all of it is handed over.
  if (response.closed) resolve();
  else response.once('prefinish', resolve).once('close', resolve);
  await promise;
  clearTimeout(timer);
}

/** What tells senders apart before it is known who they are. */
function senderOf(request: Entrant['request']): string {
  return request.get('authorization') ?? request.get('cookie') ?? request.ip ?? '';
}

function tooManyBefore(): Problem {
  const detail = 'Too many requests came at once, and the turn of this one did not come in time. Send fewer at a time.';
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}
