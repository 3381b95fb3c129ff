import { ActionError, describeUpload, readUploadOutput, type Answer } from '@tallyhook/sdk';
import { setTimeout as wait } from 'node:timers/promises';
import { readContentValues } from './content-values.ts';
import { requestOnce } from './request-once.ts';
import { sendPieces } from './send-pieces.ts';
import { sendWhole } from './send-whole.ts';
import { linesOfLeft } from './lines.ts';
import { waitForTurn } from './turn.ts';
import { finalFailure } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';
import { waitUntilProcessed } from './wait-processed.ts';

/**
 * Sends a file from the position in the journal: start, further requests, transfer, finish, and the wait until the
 * service has processed it. Returns the output for the workflow.
 * @throws ActionError if the step fails, CancelledFailure if another worker has taken over or the work is called off,
 * ApplicationFailure to come back later
 */
export async function sendUpload(job: UploadJob): Promise<unknown> {
  const { journal, call } = job;
  await waitForOldLease(job);
  await waitWhilePaused(job);
  await readContentValues(job);
  await start(job);
  const { description } = job;
  if (!description.sendsNothing(call.file.sizeBytes)) {
    call.transfer = await transfer(job);
    if (description.readsPieceAnswers) call.pieces = await job.pieceAnswers.all();
  }
  if (description.hasFinish) call.finish = await requestOnce(job, 'finish');
  const processed = await waitUntilProcessed(job);
  const output = readUploadOutput(job.released, job.actionName, { ...call, ...(processed && { processed }) });
  await journal.write({ state: 'done', nextTryAt: null, lastError: null });
  return output;
}

/** Makes the requests before the file, each once, and learns from their answers how the file is cut. */
async function start(job: UploadJob): Promise<void> {
  const { description, call, journal } = job;
  if (description.hasStart) call.start = await requestOnce(job, 'start');
  for (const phase of description.startSteps) {
    const name = phase.slice('start:'.length);
    call.startSteps = { ...call.startSteps, [name]: await requestOnce(job, phase) };
  }
  if (description.send !== 'pieces' || description.chunkSizeBytes !== null) return;
  try {
    job.description = describeUpload(job.released, job.actionName, call)!;
    const pieceCount = job.description.pieces(call.file.sizeBytes);
    if (journal.upload.pieceCount !== pieceCount) await journal.write({ pieceCount });
  } catch (error) {
    throw error instanceof ActionError ? finalFailure(journal.upload, error) : error;
  }
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
  if (fence > 1 && isSending) {
    journal.note({ lines: linesOfLeft(journal.upload) });
    await wait(1.5 * limits.leaseMs);
  }
  time.check();
}

/** Another worker may have been asked by the service to wait, with the same account. */
async function waitWhilePaused(job: UploadJob): Promise<void> {
  const waitMs = (job.pausedUntil?.getTime() ?? 0) - job.now().getTime();
  if (waitMs > 0) await waitForTurn(job, job.journal.upload, waitMs);
}
