import { askTurn, asActionError, buildUploadRequest } from '@tallyhook/sdk';
import { setTimeout as wait } from 'node:timers/promises';
import { lineOf } from './lines.ts';
import { describeArrived, hasSentBytes } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';
import type { UploadJournal } from './upload-journal.ts';

const abortTimeoutMs = 5_000;

/**
 * Records that a person cancelled the upload, and tells the other service if the connector knows how. Best effort:
 * failures of either are ignored.
 */
export async function giveUp(
  journal: UploadJournal,
  job: UploadJob | undefined,
  keep: (message: string) => Promise<void>,
): Promise<void> {
  const isBegun = hasSentBytes(journal.upload) || journal.upload.requests.start?.state === 'answered';
  const isKept = await keep(`The run was cancelled. ${describeArrived(journal.upload)}`).then(
    () => true,
    () => false,
  );
  if (isKept && isBegun && job?.description.hasAbort) await abort(job).catch(() => undefined);
}

async function abort(job: UploadJob): Promise<void> {
  const { released, actionName, call, http, turns, journal, now } = job;
  const request = buildUploadRequest(released, actionName, 'abort', call);
  const signal = AbortSignal.timeout(abortTimeoutMs);
  let turn = await askTurn(turns, released.connector, signal);
  for (; turn.waitMs > 0; turn = await askTurn(turns, released.connector, signal))
    await wait(turn.waitMs, undefined, { signal });
  const { mayWrite } = turn;
  const at = now();
  const received = await http.send(request, { signal, ...(mayWrite && { mayWrite }) }).catch(asActionError);
  // Written with the end of the activity.
  journal.note({ lines: [lineOf(job, { request: 'abort', at }, received)] });
}
