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

/** What the journal works with. */
export interface Journal {
  store: Store;
  now(): Date;
}

export interface JournaledRequest {
  /** Method and host, for people. */
  request: string;
  /** Whether making it twice does no more than making it once. */
  repeatable: boolean;
  send(): Promise<{ output: unknown; status: number }>;
}

/**
 * Makes a request of a step at most once, or as often as needed where it is repeatable: what may be sent follows from
 * what the journal says that earlier workers did. Returns the output, which may be one that an earlier worker got.
 * Throws ActionError `unknown_outcome` for a request that was begun and may not be made again.
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

/** What an earlier worker left: an output, an answer that is final, or a request whose fate nobody knows. */
function readKnown({ state, outcome, sendingAt }: Send, request: JournaledRequest): { output: unknown } | null {
  if (state === 'sending' && !request.repeatable) throw unknownOutcome(request, { sendingAt });
  if (state !== 'answered' || outcome === null) return null;
  if ('output' in outcome) return outcome;
  const { code, message, mayRetry } = outcome.error;
  if (!mayRetry) throw new ActionError(code as ActionErrorClass, message);
  return null;
}

/** Writes down what a failed request says about its own fate, and throws what the step fails with. */
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
    // With a new token it may be asked again.
    const mayRetry = error.mayRetry || error.tokenEnded;
    await whileHeld(markAnswered(store, send, { status, outcome: { error: { code, message, mayRetry } }, at: now() }));
    throw error;
  }
  // The row stays at `sending`: whoever takes it over knows as little as this worker does.
  throw request.repeatable ? error : unknownOutcome(request, { sendingAt: now(), cause: error });
}

/** Whether the other service has said what became of the request; a failure of its own says nothing. */
function isAnswer(error: ActionError): boolean {
  return error.class !== 'unknown_outcome' && error.class !== 'transient';
}

/** A worker that lost its fence stops at once and writes nothing more: another one speaks for the step now. */
async function whileHeld(written: Promise<boolean>): Promise<void> {
  if (!(await written)) throw new CancelledFailure('Another worker has taken the request over.');
}

function unknownOutcome(
  { request }: JournaledRequest,
  { sendingAt, cause }: { sendingAt: Date | null; cause?: unknown },
): ActionError {
  if (cause instanceof ActionError && cause.class === 'unknown_outcome') return cause;
  const begun = sendingAt === null ? '' : ` at ${sendingAt.toISOString()}`;
  const message =
    `${request} was begun${begun} and its answer never came: it may have had its effect, so it was not sent again. ` +
    'Look at the other service before you start the workflow again.';
  return new ActionError('unknown_outcome', message, { mayHaveArrived: true, cause });
}
