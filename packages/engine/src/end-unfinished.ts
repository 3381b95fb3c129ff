import type { Store } from '@tallyhook/store';
import {
  endOpenSteps,
  getStepResult,
  listSends,
  listUploads,
  saveStepResult,
  takeOpenUploads,
  writeUpload,
  type RunError,
  type Send,
  type StepKey,
} from '@tallyhook/store/runs';
import { leftBehind } from './upload/upload-failures.ts';

/**
 * Ends everything in a run that no worker will end: first its uploads, then its steps, each with what may have arrived
 * according to the journals. Returns these errors by the place of the step; an upload that had failed on its own keeps
 * its message.
 */
export async function endUnfinished(
  store: Store,
  runId: string,
  end: { status: 'failed' | 'cancelled'; error: RunError; at: Date },
): Promise<Map<string, RunError>> {
  await endUploads(store, runId, end);
  const [sends, uploads] = await Promise.all([listSends(store, runId), listUploads(store, runId)]);
  const inHand = sends.filter(({ state }) => state === 'sending');
  const errors = [
    ...inHand.map((send) => ({ step: send, error: inDoubt(send, end.error) })),
    ...uploads.map((upload) => ({ step: upload, error: upload.failure ?? leftBehind(upload, end.error) })),
  ];
  for (const { step, error } of errors) {
    const { stepId, item } = step;
    await endOpenSteps(store, { runId, stepId, item }, { ...end, error });
  }
  for (const send of inHand) await showUnseen(store, send, { ...end, error: inDoubt(send, end.error) });
  await endOpenSteps(store, { runId }, end);
  return new Map(errors.map(({ step, error }) => [placeOf(step), error]));
}

/** A request to a quick service has no result before its answer: without one, people would not see what was sent. */
async function showUnseen(
  store: Store,
  { workspaceId, runId, stepId, item, sendingAt }: Send,
  { status, error, at }: Parameters<typeof endUnfinished>[2],
): Promise<void> {
  const key = { workspaceId, runId, stepId, item };
  if ((await getStepResult(store, key)) !== null) return;
  await saveStepResult(store, key, { status, input: null, error, startedAt: sendingAt ?? at, endedAt: at });
}

/** A step in one iteration of the enclosing loops. */
export function placeOf({ stepId, item }: Pick<StepKey, 'stepId' | 'item'>): string {
  return `${stepId}:${item}`;
}

async function endUploads(
  store: Store,
  runId: string,
  { status: state, error, at }: Parameters<typeof endUnfinished>[2],
): Promise<void> {
  for (;;) {
    const taken = await takeOpenUploads(store, runId);
    if (taken.length === 0) return;
    for (const { hold, upload } of taken) {
      const change = { state, nextTryAt: null, failure: leftBehind(upload, error) };
      await writeUpload(store, hold, { change, at });
    }
  }
}

function inDoubt({ request, sendingAt }: Send, { code, message }: RunError): RunError {
  const begun = sendingAt === null ? '' : ` at ${sendingAt.toISOString()}`;
  const fate = `${request ?? 'The request'} was started${begun} but got no answer: it may have taken effect.`;
  return { code, message: `${message} ${fate} Check the other service before you start the workflow again.` };
}
