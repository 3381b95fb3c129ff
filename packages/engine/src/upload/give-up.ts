import { buildUploadRequest } from '@tallyhook/sdk';
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

async function abort({ released, actionName, call, http }: UploadJob): Promise<void> {
  const request = buildUploadRequest(released, actionName, 'abort', call);
  await http.send(request, { signal: AbortSignal.timeout(abortTimeoutMs) });
}
