import type { ActionStep } from '@tallyhook/schemas';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ActionError, type ActionErrorClass, describeUpload, readFreshAccount } from '@tallyhook/sdk';
import { findContent, getFile, openContent, type ContentReader, type FileRow } from '@tallyhook/store/files';
import { getStepResult, saveStepResult, takeUpload, type RunError, type StepResult } from '@tallyhook/store/runs';
import { openAccountOfStep } from '../account/account-of-step.ts';
import { turnsOfAccount } from '../account/turns-of-account.ts';
import { isCalledOff, readFailure } from '../failure-from.ts';
import { sentenceOf } from '../failure-sentences.ts';
import type { CarriedContent } from '../carrier/carrier.ts';
import { createFileCheck } from '../upload/carry.ts';
import { comeBackAfter, pauseBeforePlaceMs } from '../upload/comes-back.ts';
import { createUploadCredential } from '../upload/credential.ts';
import { giveUp } from '../upload/give-up.ts';
import { sendUpload } from '../upload/send-upload.ts';
import { createPieceAnswers } from '../upload/piece-answers.ts';
import { createUploadJournal } from '../upload/upload-journal.ts';
import type { UploadJob } from '../upload/upload-job.ts';
import { leftBehind } from '../upload/upload-failures.ts';
import { createUploadTime } from '../upload/upload-time.ts';
import { openBranchOfRun } from './branch-of-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { hideUploadAddress } from './hide-upload-address.ts';
import type { StepInput } from './interface.ts';
import { idempotencyKeyOf, readActionStep, type StepOfRun } from './read-step.ts';

/** The second half of a step that sends a file. Any worker can continue from the journal. */
export async function sendFileActivity(deps: ActivityDependencies, stepInput: StepInput): Promise<void> {
  const action = await readActionStep(deps, stepInput);
  const before = await getStepResult(deps.store, action.key);
  if (before?.status === 'completed') return;
  const giveBack = deps.uploads.places.take(action.step.connector);
  if (giveBack === null) {
    const waitedMs = before === null ? 0 : deps.now().getTime() - before.startedAt.getTime();
    throw comeBackAfter(pauseBeforePlaceMs(waitedMs));
  }
  try {
    await takeOver(deps, { action, before });
  } finally {
    giveBack();
  }
}

interface QueuedStep {
  action: StepOfRun<ActionStep>;
  before: StepResult | null;
}

async function takeOver(deps: ActivityDependencies, step: QueuedStep): Promise<void> {
  const { store, now, uploads } = deps;
  const scheduledAt = new Date(activityInfo().currentAttemptScheduledTimestampMs);
  const taken = await takeUpload(store, step.action.key, { scheduledAt });
  if (taken === 'overtaken') throw new CancelledFailure('Another worker took over the upload.');
  if (taken === 'absent') throw new Error(`The step "${step.action.key.stepId}" sends a file that was not queued.`);
  const { failure } = taken.upload;
  if (failure !== null) throw endedWith(failure.code);
  const { leaseMs } = uploads.limits;
  const journal = createUploadJournal(store, taken, { leaseMs, now });
  await sendAndKeep(deps, step, { journal, pieceAnswers: createPieceAnswers(store, taken.hold, journal) });
}

/** Saves the result of the upload for the Runs page and for later steps. */
async function sendAndKeep(
  deps: ActivityDependencies,
  { action, before }: QueuedStep,
  { journal, pieceAnswers }: Pick<UploadJob, 'journal' | 'pieceAnswers'>,
): Promise<void> {
  const { store, now, uploads } = deps;
  const { key } = action;
  const { input = null, startedAt = now() } = before ?? {};
  const keepEnd = async (status: 'failed' | 'cancelled', error: RunError): Promise<void> => {
    await journal.write({ state: status, nextTryAt: null, lastError: error.message, failure: error });
    await uploads.onPoint?.('end kept', null);
    await saveStepResult(store, key, { status, input, error, startedAt, endedAt: now() });
  };
  let job: UploadJob | undefined;
  let content: CarriedContent | undefined;
  let reader: ContentReader | undefined;
  try {
    const branch = await openBranchOfRun(store, action.run);
    const { id } = journal.upload.file;
    const { place } = await findContent(store, branch, id);
    content = deps.carrier.open(place);
    reader = openContent(store, place);
    const look = () => getFile(store, branch, id);
    job = await makeJob(deps, action, { journal, pieceAnswers, content, reader, input, look });
    const output = hideUploadAddress(job, await sendUpload(job));
    await saveStepResult(store, key, { status: 'completed', input, output, startedAt, endedAt: now() });
  } catch (error) {
    if (isCancelled(error)) {
      await giveUp(journal, job, (message) => keepEnd('cancelled', { code: 'cancelled', message }));
    }
    if (isCalledOff(error) || error instanceof ApplicationFailure) throw error;
    const { code, message, mayRetry } = readFailure(error);
    const isOfSending = error instanceof ActionError;
    // Transient failures of sending were already retried above; only the store is worth another attempt.
    if (mayRetry && !isOfSending) throw error;
    await keepEnd('failed', isOfSending ? { code, message } : leftBehind(journal.upload, { code, message }));
    throw endedWith(code);
  } finally {
    // Then the next worker need not ask the service.
    await journal.flush().catch(() => undefined);
    await Promise.all([content?.close(), reader?.close()]);
  }
}

async function makeJob(
  deps: ActivityDependencies,
  { run, step, key }: StepOfRun<ActionStep>,
  {
    look,
    ...given
  }: Pick<UploadJob, 'journal' | 'pieceAnswers' | 'content' | 'reader'> & {
    input: unknown;
    look: () => Promise<FileRow>;
  },
): Promise<UploadJob> {
  const { http, now, packages, uploads } = deps;
  const { journal, pieceAnswers, content, reader, input } = given;
  const [released, opened] = await Promise.all([
    packages.ofRun(run, step.connector),
    openAccountOfStep(deps, run, step),
  ]);
  const account = await readFreshAccount(released, opened.fresh);
  const { name, sizeBytes, contentType } = journal.upload.file;
  const idempotencyKey = idempotencyKeyOf(key);
  const { limits, stopping, onPoint } = uploads;
  const call = { input, account, file: { name, sizeBytes, contentType }, idempotencyKey };
  return {
    released,
    actionName: step.action,
    description: describeUpload(released, step.action)!,
    call,
    credential: createUploadCredential({ released, opened, call }),
    content,
    reader,
    pieceAnswers,
    pieceAddresses: new Map(),
    checkFile: createFileCheck(look, { journal, everyMs: limits.leaseMs }),
    journal,
    time: createUploadTime({ journal, limits, cancellation: cancellationSignal(), stopping, now }),
    limits,
    http,
    turns: turnsOfAccount(deps, { connectorId: step.connector, place: opened.place }),
    pausedUntil: opened.pausedUntil,
    now,
    onPoint,
  };
}

/** The upload has failed for good, as recorded in its journal. The workflow does not schedule it again. */
function endedWith(code: ActionErrorClass | (string & {})): ApplicationFailure {
  return ApplicationFailure.nonRetryable(sentenceOf(code), code);
}

/** Whether a person cancelled the run; other workers are called off with another message. */
function isCancelled(error: unknown): boolean {
  return error instanceof CancelledFailure && error.message === 'CANCELLED';
}
