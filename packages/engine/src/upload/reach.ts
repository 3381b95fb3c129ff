import { ActionError, type Received } from '@tallyhook/sdk';
import type { Upload, UploadChange, UploadRequestEntry } from '@tallyhook/store';
import { neverReached } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';

/**
 * Makes a request as soon as the service can be reached. Where no connection is made nothing has left: that is no send, and
 * the journal says while it waits what it said `before` the request was written down, and since when it waits, for the
 * worker that comes after. Throws ActionError where the service stays away for longer than anybody waits.
 */
export async function reach(job: UploadJob, before: Upload, send: () => Promise<Received>): Promise<Received> {
  const { journal, limits, time, now } = job;
  const { reachPausesMs, longestUnreachedMs } = limits;
  for (let tries = 0; ; tries++) {
    const received = await send();
    if (!(received instanceof ActionError) || !received.unreached) {
      if (journal.upload.unreachedSince) journal.note({ unreachedSince: null });
      if (received instanceof ActionError && isRefusedHere(received)) journal.note(outgoing(before, journal.upload));
      return received;
    }
    const unreachedSince = journal.upload.unreachedSince ?? now();
    const sending = outgoing(journal.upload, journal.upload);
    const unsent = outgoing(before, journal.upload);
    if (now().getTime() - unreachedSince.getTime() >= longestUnreachedMs) {
      await journal.write(unsent);
      throw neverReached(journal.upload, received, longestUnreachedMs);
    }
    const pauseMs = (reachPausesMs[tries] ?? reachPausesMs.at(-1) ?? 0) * (0.75 + Math.random() / 2);
    const nextTryAt = new Date(now().getTime() + pauseMs);
    await journal.write({ ...unsent, state: 'pausing', nextTryAt, unreachedSince, lastError: received.message });
    await time.pause(pauseMs);
    // Says as well whether another worker has the upload by now.
    await journal.write({ ...sending, nextTryAt: null });
  }
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
