import { ActionError, type Received } from '@tallyhook/sdk';
import type { Upload, UploadChange, UploadRequestEntry } from '@tallyhook/store/runs';
import { mostSends } from './limits.ts';
import { neverReached, neverRead } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';

/**
 * Makes a request as soon as the service can be reached and the file can be read. Where no connection is made, or nothing
 * is read to be sent, nothing has left: that is no send, and the journal says while it waits what it said `before` the
 * request was written down, and since when it waits for the service, for the worker that comes after. Throws ActionError
 * where that goes on for longer than anybody waits.
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

/** Whether nothing of the file could be read, which may pass. */
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
  if (reads >= mostSends) {
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
  // Says as well whether another worker has the upload by now.
  await journal.write({ ...sending, nextTryAt: null });
}

/** Whether we made no request: to an address that may not be called, or to one whose certificate is none. */
const isRefusedHere = ({ mayHaveArrived, mayRetry }: ActionError): boolean => !mayHaveArrived && !mayRetry;

const neverSent: UploadRequestEntry = { state: 'open', sends: 0, sendingAt: null };

/** What `upload` says of all that is written as sending in `current`. */
function outgoing({ state, piece, ahead, requests }: Upload, current: Upload): UploadChange {
  const names = (['start', 'transfer', 'finish'] as const).filter(
    (name) => current.requests[name]?.state === 'sending',
  );
  const entries = names.map((name) => [name, requests[name] ?? neverSent] as const);
  return { state, piece, ahead, requests: Object.fromEntries(entries) };
}
