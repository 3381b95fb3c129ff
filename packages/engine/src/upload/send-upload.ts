import { readUploadOutput, type Answer } from '@tallyhook/sdk';
import { setTimeout as wait } from 'node:timers/promises';
import { requestOnce } from './request-once.ts';
import { sendPieces } from './send-pieces.ts';
import { sendWhole } from './send-whole.ts';
import type { UploadJob } from './upload-job.ts';

/**
 * Sends a file from the position in the journal: start, transfer, finish. Returns the output for the workflow.
 * @throws ActionError if the step fails, CancelledFailure if another worker has taken over or the work is called off
 */
export async function sendUpload(job: UploadJob): Promise<unknown> {
  const { journal, description, call } = job;
  await waitForOldLease(job);
  if (description.hasStart) call.start = await requestOnce(job, 'start');
  call.transfer = await transfer(job);
  const finish = description.hasFinish ? await requestOnce(job, 'finish') : undefined;
  const output = readUploadOutput(job.released, job.actionName, { ...call, ...(finish && { finish }) });
  await journal.write({ state: 'done', nextTryAt: null, lastError: null });
  return output;
}

async function transfer(job: UploadJob): Promise<Answer> {
  const done = job.journal.upload.requests.transfer;
  if (done?.state === 'answered') return done.answer as Answer;
  return job.description.send === 'pieces' ? sendPieces(job) : sendWhole(job);
}

/**
 * A previous worker that is still alive keeps sending until its lease expires, and then finds that it lost the upload.
 */
async function waitForOldLease({ journal, limits, time }: UploadJob): Promise<void> {
  const { fence, piece, requests } = journal.upload;
  const isSending = piece?.state === 'sending' || Object.values(requests).some((entry) => entry?.state === 'sending');
  if (fence > 1 && isSending) await wait(1.5 * limits.leaseMs);
  time.check();
}
