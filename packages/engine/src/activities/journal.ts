import { CancelledFailure } from '@temporalio/common';
import { ActionError, type ActionErrorClass } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import {
  markAnswered,
  markSending,
  markUnsent,
  takeSend,
  type Send,
  type SendHold,
  type StepKey,
} from '@tallyhook/store/runs';

/** Dependencies of the journal. */
export interface Journal {
  store: Store;
  now(): Date;
}

export interface JournaledRequest {
  /** Method and host, for people. */
  request: string;
  /** Whether sending it twice has the same effect as sending it once. */
  repeatable: boolean;
  send(): Promise<{ output: unknown; status: number }>;
}

/**
 * Sends a request of a step at most once, or as often as needed if it is repeatable. The journal of earlier workers
 * decides what may be sent. Returns the output, possibly one that an earlier worker received.
 * @throws ActionError `unknown_outcome` if the request was begun and may not be repeated
 */
export async function sendByJournal(journal: Journal, key: StepKey, request: JournaledRequest): Promise<unknown> {
  const { store, now } = journal;
  const begin = { request: request.request, at: now() };
  const { send, before } = await takeSend(store, key, begin);
  if (before !== null) {
    const known = readKnown(before, request);
    if (known !== null) return known.output;
    await whileHeld(markSending(store, send, begin));
  }
  const { output, status } = await request.send().catch((error: unknown) => settle(journal, { send, request, error }));
  await whileHeld(markAnswered(store, send, { status, outcome: { output }, at: now() }));
  return output;
}

/** What an earlier worker left: an output, a final answer, or a request with unknown outcome. */
function readKnown({ state, outcome, sendingAt }: Send, request: JournaledRequest): { output: unknown } | null {
  if (state === 'sending' && !request.repeatable) throw unknownOutcome(request, { sendingAt });
  if (state !== 'answered' || outcome === null) return null;
  if ('output' in outcome) return outcome;
  const { code, message, mayRetry } = outcome.error;
  if (!mayRetry) throw new ActionError(code as ActionErrorClass, message);
  return null;
}

/** Records what a failed request says about its outcome, and throws the error that the step fails with. */
async function settle(
  { store, now }: Journal,
  { send, request, error }: { send: SendHold; request: JournaledRequest; error: unknown },
): Promise<never> {
  if (error instanceof ActionError && !error.mayHaveArrived) {
    await whileHeld(markUnsent(store, send));
    throw error;
  }
  if (error instanceof ActionError && isAnswer(error)) {
    const { class: code, message, status = null } = error;
    // It can be sent again with a new token.
    const mayRetry = error.mayRetry || error.tokenEnded;
    await whileHeld(markAnswered(store, send, { status, outcome: { error: { code, message, mayRetry } }, at: now() }));
    throw error;
  }
  // The row stays at `sending`: the worker that takes it over knows no more than this one.
  throw request.repeatable ? error : unknownOutcome(request, { sendingAt: now(), cause: error });
}

/** Whether the other service reported the outcome of the request. Its own failures report nothing. */
function isAnswer(error: ActionError): boolean {
  return error.class !== 'unknown_outcome' && error.class !== 'transient';
}

/** A worker that lost its fence stops at once and writes nothing more: another worker owns the step now. */
async function whileHeld(written: Promise<boolean>): Promise<void> {
  if (!(await written)) throw new CancelledFailure('Another worker took over the request.');
}

function unknownOutcome(
  { request }: JournaledRequest,
  { sendingAt, cause }: { sendingAt: Date | null; cause?: unknown },
): ActionError {
  if (cause instanceof ActionError && cause.class === 'unknown_outcome') return cause;
  const begun = sendingAt === null ? '' : ` at ${sendingAt.toISOString()}`;
  const message =
    `${request} was started${begun} but got no answer: it may have taken effect, so it was not sent again. ` +
    'Check the other service before you start the workflow again.';
  return new ActionError('unknown_outcome', message, { mayHaveArrived: true, cause });
}
