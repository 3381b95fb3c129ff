import type { ActionError } from '@tallyhook/sdk';
import {
  readFinishAnswer,
  readStartAnswer,
  readStartStepAnswer,
  type Answer,
  type Received,
  type UploadFailure,
  type UploadRequest,
} from '@tallyhook/sdk';
import { buildRequest } from './build-request.ts';
import { maxSends } from './limits.ts';
import { pauseBefore } from './pause-before.ts';
import type { OncePhase } from './points.ts';
import { reach } from './reach.ts';
import { takeTurn } from './turn.ts';
import { finalFailure, forPerson } from './upload-failures.ts';
import { receive, type UploadJob } from './upload-job.ts';

/**
 * Makes a request before or after the file, once: its answer is kept, and another worker continues from it. Repeats
 * it only if the service certainly did not accept it, or if it is repeatable.
 */
export async function requestOnce(job: UploadJob, phase: OncePhase): Promise<Answer> {
  const { journal, time, onPoint, http } = job;
  const entry = () => journal.upload.requests[phase];
  const before = entry();
  if (before?.state === 'answered') return before.answer as Answer;
  const build = () => buildRequest(job, phase, job.call);
  await job.credential.renewIfEnding();
  let request = build();
  if (before?.state === 'sending' && !request.repeatable) throw unknownFate(job, phase, request);
  for (;;) {
    const sends = (entry()?.sends ?? 0) + 1;
    if (sends > maxSends)
      throw forPerson(journal.upload, `the request "${phase}" was sent ${maxSends} times without success`);
    time.checkBetween();
    await onPoint?.(`before ${phase}`, null);
    const turn = await takeTurn(job);
    const unsent = journal.upload;
    await writeSending(job, phase, sends);
    await onPoint?.(`${phase} sending`, null);
    const built = request;
    const received = await reach(job, {
      ...{ before: unsent, turn, head: { request: phase, sends } },
      send: ({ mayWrite }) => receive(job, http.send(built, { signal: time.signal(), ...(mayWrite && { mayWrite }) })),
    });
    await onPoint?.(`${phase} answered`, null);
    const read = readAnswerOf(job, phase, received);
    if (read.kind === 'answered') {
      const sendingAt = entry()?.sendingAt ?? null;
      const answered = { state: 'answered' as const, sends, sendingAt, answer: read.answer };
      await journal.write({ requests: { [phase]: answered }, lastError: null });
      return read.answer;
    }
    await settleFailure(job, phase, { sends, failure: read });
    request = build();
  }
}

async function writeSending({ journal, now }: UploadJob, phase: OncePhase, sends: number): Promise<void> {
  const sendingAt = now();
  await journal.write({
    state: phase === 'finish' ? 'finishing' : 'starting',
    startedAt: journal.upload.startedAt ?? sendingAt,
    nextTryAt: null,
    requests: { [phase]: { state: 'sending' as const, sends, sendingAt } },
  });
}

type Read = { kind: 'answered'; answer: Answer } | UploadFailure;

function readAnswerOf({ released, actionName, call }: UploadJob, phase: OncePhase, received: Received): Read {
  if (phase === 'finish') {
    const read = readFinishAnswer(released, actionName, received, call);
    return read.kind === 'finished' ? { kind: 'answered', answer: read.finish } : read;
  }
  const read =
    phase === 'start'
      ? readStartAnswer(released, actionName, received, call)
      : readStartStepAnswer(released, actionName, phase, received, call);
  return read.kind === 'started' ? { kind: 'answered', answer: read.start } : read;
}

/** Waits if the same request may be repeated; throws if not. */
async function settleFailure(
  job: UploadJob,
  phase: OncePhase,
  { sends, failure }: { sends: number; failure: UploadFailure },
): Promise<void> {
  const { journal } = job;
  if (!failure.retry && !(await job.credential.renewAfter(failure))) throw finalFailure(journal.upload, failure.error);
  const sendingAt = journal.upload.requests[phase]?.sendingAt ?? null;
  await journal.write({ requests: { [phase]: { state: 'open' as const, sends, sendingAt } } });
  if (sends >= maxSends) throw finalFailure(journal.upload, failure.error, `sent ${maxSends} times without success`);
  await pauseBefore(job, { sends, failure });
}

function unknownFate({ journal }: UploadJob, phase: OncePhase, { method, url }: UploadRequest): ActionError {
  const what = `${method} ${new URL(url).host} (the request "${phase}")`;
  const begun = journal.upload.requests[phase]?.sendingAt?.toISOString();
  return forPerson(
    journal.upload,
    `${what} was started at ${begun} but got no answer: it may have taken effect, so it was not sent again`,
  );
}
