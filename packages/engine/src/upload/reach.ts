import { ActionError, type Received } from '@tallyhook/sdk';
import type { Upload, UploadChange, UploadLine } from '@tallyhook/store/runs';
import { maxSends } from './limits.ts';
import { lineOf, type LineHead } from './lines.ts';
import { outgoing } from './outgoing.ts';
import { takeTurn, waitForTurn, type UploadTurn } from './turn.ts';
import { neverReached, neverRead } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';

/** A request to make. */
export interface Reaching {
  /** The journal before the request was written down. */
  before: Upload;
  /** The turn for the first try. */
  turn: UploadTurn;
  /** How the journal names it to people. */
  head: LineHead;
  send: (turn: UploadTurn) => Promise<Received>;
}

/**
 * Makes a request as soon as the service can be reached and the file can be read. If no connection is made, or nothing
 * of the file is read, nothing was sent, so it does not count as a send. While waiting, the journal shows the state
 * `before` the request and the time since which the service has been unreachable, for the next worker.
 * @throws ActionError when the limits are exceeded
 */
export async function reach(job: UploadJob, { turn: first, ...reaching }: Reaching): Promise<Received> {
  const { journal, now } = job;
  const { before, head } = reaching;
  for (let [turn, tries, reads] = [first, 0, 0]; ;) {
    const at = now();
    const received = await reaching.send(turn);
    const line = (): UploadLine => lineOf(job, { ...head, at }, received);
    if (turn.lateMs() > 0) turn = await waitWithoutTurn(job, before, turn.lateMs());
    else if (isUnread(received))
      turn = await waitForFile(job, before, { error: received, reads: ++reads, line: line() });
    else if (isUnreached(received))
      turn = await waitForService(job, before, { error: received, tries: tries++, line: line() });
    else {
      journal.note({ lines: [line()] });
      if (journal.upload.unreachedSince) journal.note({ unreachedSince: null });
      if (received instanceof ActionError && isRefusedHere(received)) journal.note(outgoing(before, journal.upload));
      return received;
    }
  }
}

const isUnreached = (received: Received): received is ActionError =>
  received instanceof ActionError && received.unreached;

/** Whether nothing of the file could be read, for a transient reason. */
const isUnread = (received: Received): received is ActionError =>
  received instanceof ActionError && received.unread && received.mayRetry && !received.mayHaveArrived;

async function waitForService(
  job: UploadJob,
  before: Upload,
  { error, tries, line }: { error: ActionError; tries: number; line: UploadLine },
): Promise<UploadTurn> {
  const { journal, limits, now } = job;
  const { reachPausesMs, longestUnreachedMs } = limits;
  const unreachedSince = journal.upload.unreachedSince ?? now();
  if (now().getTime() - unreachedSince.getTime() >= longestUnreachedMs) {
    await journal.write({ ...outgoing(before, journal.upload), lines: [line] });
    throw neverReached(journal.upload, error, longestUnreachedMs);
  }
  const pauseMs = reachPausesMs[tries] ?? reachPausesMs.at(-1) ?? 0;
  return waitUnsent(job, before, { pauseMs, change: { unreachedSince, lastError: error.message, lines: [line] } });
}

async function waitForFile(
  job: UploadJob,
  before: Upload,
  { error, reads, line }: { error: ActionError; reads: number; line: UploadLine },
): Promise<UploadTurn> {
  const { journal, limits } = job;
  if (reads >= maxSends) {
    await journal.write({ ...outgoing(before, journal.upload), lines: [line] });
    throw neverRead(journal.upload, error, reads);
  }
  const pauseMs = limits.pausesMs[reads - 1] ?? limits.pausesMs.at(-1) ?? 0;
  return waitUnsent(job, before, { pauseMs, change: { lastError: error.message, lines: [line] } });
}

async function waitUnsent(
  job: UploadJob,
  before: Upload,
  { pauseMs, change }: { pauseMs: number; change: UploadChange },
): Promise<UploadTurn> {
  const { journal, time, now } = job;
  const sending = outgoing(journal.upload, journal.upload);
  const unevenMs = pauseMs * (0.75 + Math.random() / 2);
  const nextTryAt = new Date(now().getTime() + unevenMs);
  await journal.write({ ...outgoing(before, journal.upload), state: 'pausing', nextTryAt, ...change });
  await time.pause(unevenMs);
  const turn = await takeTurn(job, journal.upload);
  // Also fails if another worker owns the upload by now.
  await journal.write({ ...sending, nextTryAt: null });
  return turn;
}

async function waitWithoutTurn(job: UploadJob, before: Upload, waitMs: number): Promise<UploadTurn> {
  const { journal } = job;
  const sending = outgoing(journal.upload, journal.upload);
  await waitForTurn(job, before, waitMs);
  const turn = await takeTurn(job, journal.upload);
  await journal.write({ ...sending, nextTryAt: null });
  return turn;
}

/** Whether we made no request: the address is not allowed, or its certificate is invalid. */
const isRefusedHere = ({ mayHaveArrived, mayRetry }: ActionError): boolean => !mayHaveArrived && !mayRetry;
