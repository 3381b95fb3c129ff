import { readProcessedAnswer, type Answer } from '@tallyhook/sdk';
import { buildRequest } from './build-request.ts';
import { comeBackAfter } from './comes-back.ts';
import { finalFailure, forPerson } from './upload-failures.ts';
import { lineOf } from './lines.ts';
import { takeTurn } from './turn.ts';
import { receive, type UploadJob } from './upload-job.ts';

/**
 * Asks once whether the service has processed the file. Returns its answer when it has; undefined if the connector
 * does not ask. Otherwise the upload comes back after the declared pause, in any worker, until its time is over.
 * @throws ApplicationFailure to come back; ActionError if the service has given up, or took too long
 */
export async function waitUntilProcessed(job: UploadJob): Promise<Answer | undefined> {
  const { journal, description, now, time, released, actionName, call, http, onPoint } = job;
  if (description.processed === null) return undefined;
  const { intervalMs, maxWaitMs } = description.processed;
  const before = journal.upload.requests.processed;
  if (before?.state === 'answered') return before.answer as Answer;
  const sendingAt = before?.sendingAt ?? now();
  const sends = (before?.sends ?? 0) + 1;
  time.checkBetween();
  await job.credential.renewIfEnding();
  const request = buildRequest(job, 'processed', call);
  const turn = await takeTurn(job);
  // Asking changes nothing, so a worker that dies here leaves no doubt.
  await journal.write({
    state: 'processing',
    nextTryAt: null,
    requests: { processed: { state: 'open', sends, sendingAt } },
  });
  await onPoint?.('processed sending', null);
  const { mayWrite } = turn;
  const at = now();
  const received = await receive(job, http.send(request, { signal: time.signal(), ...(mayWrite && { mayWrite }) }));
  journal.note({ lines: [lineOf(job, { request: 'processed', sends, at }, received)] });
  await onPoint?.('processed answered', null);
  const read = readProcessedAnswer(released, actionName, received, call);
  if (read.kind === 'processed') {
    const { processed: answer } = read;
    await journal.write({ requests: { processed: { state: 'answered', sends, sendingAt, answer } }, lastError: null });
    return answer;
  }
  if (read.kind === 'failed' && !(await job.credential.renewAfter(read)))
    throw finalFailure(journal.upload, read.error);
  const seen = read.kind === 'failed' ? read.error.message : read.seen;
  if (now().getTime() - sendingAt.getTime() + intervalMs > maxWaitMs) throw tookTooLong(job, maxWaitMs, seen);
  await journal.write({ state: 'processing', nextTryAt: new Date(now().getTime() + intervalMs) });
  throw comeBackAfter(intervalMs);
}

function tookTooLong({ journal }: UploadJob, maxWaitMs: number, seen: string): Error {
  const seconds = Math.round(maxWaitMs / 1000);
  return forPerson(
    journal.upload,
    `the service has not processed the file within ${seconds} seconds; at last, ${seen}`,
  );
}
