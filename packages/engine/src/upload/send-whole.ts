import { ActionError, readTransferAnswer, type Answer, type Received, type UploadRequest } from '@tallyhook/sdk';
import { buildRequest } from './build-request.ts';
import { carry } from './carry.ts';
import { maxSends } from './limits.ts';
import { pauseBefore } from './pause-before.ts';
import { reach } from './reach.ts';
import { takeTurn, type UploadTurn } from './turn.ts';
import { finalFailure, forPerson } from './upload-failures.ts';
import { receive, type UploadJob } from './upload-job.ts';

/** Sends the file as a whole, in a body or a form, once. Repeats it only if nothing of it was sent. */
export async function sendWhole(job: UploadJob): Promise<Answer> {
  const { journal, released, actionName, call, time, onPoint } = job;
  const before = journal.upload.requests.transfer;
  if (before?.state === 'sending') {
    throw forPerson(journal.upload, 'the worker that sent the file died in the middle, so it was not sent again');
  }
  for (let sends = (before?.sends ?? 0) + 1; ; sends++) {
    time.checkBetween();
    await job.credential.renewIfEnding();
    const request = buildRequest(job, 'transfer', call);
    await job.checkFile();
    await onPoint?.('before sending', null);
    const turn = await takeTurn(job);
    const unsent = journal.upload;
    await writeSending(job, sends);
    const whole = { index: null, start: 0, endExclusive: call.file.sizeBytes };
    const received = await reach(job, {
      ...{ before: unsent, turn, head: { request: 'transfer', sends, range: whole } },
      send: (own) => (request.body === undefined ? carry(job, request, whole, own) : sendInline(job, request, own)),
    });
    await onPoint?.('after answer', null);
    const read = readTransferAnswer(released, actionName, received, call);
    if (read.kind === 'complete') return writeComplete(job, read.transfer);
    if (read.kind === 'confirmed')
      throw new ActionError('fatal', 'the service confirmed only part of a file that was sent whole');
    if (!read.retry) throw finalFailure(journal.upload, read.error);
    const sendingAt = journal.upload.requests.transfer?.sendingAt ?? null;
    await journal.write({ requests: { transfer: { state: 'open', sends, sendingAt } } });
    if (sends >= maxSends) throw finalFailure(journal.upload, read.error, `sent ${maxSends} times without success`);
    await pauseBefore(job, { sends, failure: read });
  }
}

/** Sends a file that is inside the body of its request. */
function sendInline(job: UploadJob, request: UploadRequest, { mayWrite }: UploadTurn): Promise<Received> {
  return receive(job, job.http.send(request, { signal: job.time.signal(), ...(mayWrite && { mayWrite }) }));
}

async function writeSending({ journal, now }: UploadJob, sends: number): Promise<void> {
  const sendingAt = now();
  await journal.write({
    state: 'sending',
    startedAt: journal.upload.startedAt ?? sendingAt,
    nextTryAt: null,
    requests: { transfer: { state: 'sending', sends, sendingAt } },
  });
}

/** Records that the service has the whole file, with the answer that confirmed it. */
export async function writeComplete({ journal, description }: UploadJob, transfer: Answer): Promise<Answer> {
  const { file, piece, pieceCount, requests } = journal.upload;
  const { sends = piece?.sends ?? 0, sendingAt = null } = requests.transfer ?? {};
  await journal.write({
    state: description.hasFinish ? 'finishing' : 'sending',
    confirmedBytes: file.sizeBytes,
    confirmedPieces: pieceCount ?? 0,
    piece: piece && { ...piece, state: 'confirmed' },
    ahead: null,
    requests: { transfer: { state: 'answered', sends, sendingAt, answer: transfer } },
    nextTryAt: null,
    lastError: null,
  });
  return transfer;
}
