import { ActionError, type Received } from '@tallyhook/sdk';
import type { Upload, UploadChange, UploadRequestEntry, UploadRequestName } from '@tallyhook/store/runs';
import { maxSends } from './limits.ts';
import { neverReached, neverRead } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';

/**
 * Makes a request as soon as the service can be reached and the file can be read. If no connection is made, or nothing
 * of the file is read, nothing was sent, so it does not count as a send. While waiting, the journal shows the state
 * `before` the request and the time since which the service has been unreachable, for the next worker.
 * @throws ActionError when the limits are exceeded
 */
export async function reach(job: UploadJob, before: Upload, send: () => Promise<Received>): Promise<Received> {
  const { journal } = job;
  for (let [tries, reads] = [0, 0]; ;) {
    const received = await send();
    if (isUnread(received)) await waitForFile(job, before, { error: received, reads: ++reads });
    else if (isUnreached(received)) await waitForService(job, before, { error: received, tries: tries++ });
    else {
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
  { error, tries }: { error: ActionError; tries: number },
): Promise<void> {
  const { journal, limits, now } = job;
  const { reachPausesMs, longestUnreachedMs } = limits;
  const unreachedSince = journal.upload.unreachedSince ?? now();
  if (now().getTime() - unreachedSince.getTime() >= longestUnreachedMs) {
    await journal.write(outgoing(before, journal.upload));
    throw neverReached(journal.upload, error, longestUnreachedMs);
  }
  const pauseMs = reachPausesMs[tries] ?? reachPausesMs.at(-1) ?? 0;
  await waitUnsent(job, before, { pauseMs, change: { unreachedSince, lastError: error.message } });
}

async function waitForFile(
  job: UploadJob,
  before: Upload,
  { error, reads }: { error: ActionError; reads: number },
): Promise<void> {
  const { journal, limits } = job;
  if (reads >= maxSends) {
    await journal.write(outgoing(before, journal.upload));
    throw neverRead(journal.upload, error, reads);
  }
  const pauseMs = limits.pausesMs[reads - 1] ?? limits.pausesMs.at(-1) ?? 0;
  await waitUnsent(job, before, { pauseMs, change: { lastError: error.message } });
}

async function waitUnsent(
  { journal, time, now }: UploadJob,
  before: Upload,
  { pauseMs, change }: { pauseMs: number; change: UploadChange },
): Promise<void> {
  const sending = outgoing(journal.upload, journal.upload);
  const unevenMs = pauseMs * (0.75 + Math.random() / 2);
  const nextTryAt = new Date(now().getTime() + unevenMs);
  await journal.write({ ...outgoing(before, journal.upload), state: 'pausing', nextTryAt, ...change });
  await time.pause(unevenMs);
  // Also fails if another worker owns the upload by now.
  await journal.write({ ...sending, nextTryAt: null });
}

/** Whether we made no request: the address is not allowed, or its certificate is invalid. */
const isRefusedHere = ({ mayHaveArrived, mayRetry }: ActionError): boolean => !mayHaveArrived && !mayRetry;

const neverSent: UploadRequestEntry = { state: 'open', sends: 0, sendingAt: null };

/** The values in `upload` of everything that is written as sending in `current`. */
function outgoing({ state, piece, ahead, requests }: Upload, current: Upload): UploadChange {
  const all = Object.keys(current.requests) as UploadRequestName[];
  const names = all.filter((name) => current.requests[name]?.state === 'sending');
  const entries = names.map((name) => [name, requests[name] ?? neverSent] as const);
  return { state, piece, ahead, requests: Object.fromEntries(entries) };
}
