import { ActionError, askTurn, type AskedTurn } from '@tallyhook/sdk';
import type { Upload } from '@tallyhook/store/runs';
import { comeBackAfter } from './comes-back.ts';
import { outgoing } from './outgoing.ts';
import { finalFailure } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';

/** The right to send one request, as far as the connector's rate limit goes. */
export interface UploadTurn {
  /** Await it once there is a connection. If it rejects, nothing may be sent. */
  mayWrite?: (() => Promise<void>) | undefined;
  /** If `mayWrite` rejected because the turn was too old by then: how long until there may be another one; else 0. */
  lateMs(): number;
}

/** An upload that has begun nothing does not keep its place for longer waits than this. */
const maxHeldMs = 5_000;

/**
 * Takes a turn of the connector's rate limit for the next request. Call it before the request is written down: a worker
 * that dies while it waits has sent nothing. While it waits, the journal shows the state `before` the request. An upload
 * that has begun keeps its place meanwhile, so that no more of them begin than can go on; another one gives it back.
 * @throws ApplicationFailure to come back; ActionError if the wait is longer than the upload may take
 */
export async function takeTurn(job: UploadJob, before: Upload = job.journal.upload): Promise<UploadTurn> {
  const { journal, now, turns, released, time } = job;
  const sending = outgoing(journal.upload, journal.upload);
  const beganAt = now();
  for (let isWaiting = false; ; isWaiting = true) {
    const turn = await askTurn(turns, released.connector, time.signal());
    if (turn.waitMs === 0) {
      if (isWaiting) await endWait(job, { beganAt, sending });
      return turnOf(turn);
    }
    await waitForTurn(job, before, turn.waitMs);
  }
}

function turnOf({ mayWrite }: AskedTurn): UploadTurn {
  let lateMs = 0;
  return {
    lateMs: () => lateMs,
    mayWrite: mayWrite && (() => mayWrite().catch(noteLate)),
  };

  function noteLate(error: unknown): never {
    if (error instanceof ActionError && error.class === 'rate_limit') lateMs = error.retryAfterMs ?? 1;
    throw error;
  }
}

/** Waits in the journal's state `before` the request. A piece in doubt stays so. */
export async function waitForTurn(job: UploadJob, before: Upload, waitMs: number): Promise<void> {
  const { journal, time, now } = job;
  const state = before.piece?.state === 'sending' ? before.state : 'limited';
  const nextTryAt = new Date(now().getTime() + waitMs);
  await journal.write({ ...outgoing(before, journal.upload), state, nextTryAt });
  if (before.startedAt === null && waitMs > maxHeldMs) throw comeBackAfter(waitMs);
  if (!time.hasTimeFor(waitMs)) throw finalFailure(journal.upload, noTurnIn(waitMs));
  await time.pause(waitMs);
}

async function endWait(
  { journal, now }: UploadJob,
  { beganAt, sending }: { beganAt: Date; sending: ReturnType<typeof outgoing> },
): Promise<void> {
  const line = { result: 'waited' as const, at: beganAt, ms: now().getTime() - beganAt.getTime() };
  // Also fails if another worker owns the upload by now.
  await journal.write({ ...sending, nextTryAt: null, lines: [line] });
}

function noTurnIn(waitMs: number): ActionError {
  const minutes = Math.ceil(waitMs / 60_000);
  const message = `the rate limit of the service allows the next request in ${minutes} minutes, which is too late`;
  return new ActionError('rate_limit', message, { retryAfterMs: waitMs, mayHaveArrived: false });
}
