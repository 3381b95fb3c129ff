import type { Store } from '@tallyhook/store';
import {
  endOpenSteps,
  getRun,
  getStepResult,
  releaseSlot,
  saveStepResult,
  type RunError,
  type StepKey,
} from '@tallyhook/store/runs';
import { closeWaitsOfRun } from '../close-waits.ts';
import { endCancelledRun } from '../end-cancelled-run.ts';
import { endUnfinished, placeOf } from '../end-unfinished.ts';
import { endAndTell } from '../end-and-tell.ts';
import { sentenceOf } from '../failure-sentences.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { RunEnd } from './interface.ts';

/** Records the end of the run. The message of a failure is that of the failed step. */
export async function endRunActivity(
  { store, now }: Pick<ActivityDependencies, 'store' | 'now'>,
  { runId, end }: { runId: string; end: RunEnd },
): Promise<{ next: string | null } | undefined> {
  await recordEnd({ store, now }, { runId, end });
  return end.hasPlace ? { next: await releaseSlot(store, runId) } : undefined;
}

async function recordEnd(
  { store, now }: Pick<ActivityDependencies, 'store' | 'now'>,
  { runId, end }: { runId: string; end: RunEnd },
): Promise<void> {
  if (end.status === 'cancelled') return void (await endCancelledRun(store, runId, now()));
  if (end.hasWaited) await endWaits(store, runId, end, now());
  const error = end.status === 'failed' ? await endSteps(store, runId, { end, at: now() }) : null;
  await endAndTell(store, runId, { status: end.status, error, at: now() });
}

/** A run that completes because of one step may still wait in others. */
async function endWaits(store: Store, runId: string, { status }: RunEnd, at: Date): Promise<void> {
  await closeWaitsOfRun(store, runId);
  if (status !== 'completed') return;
  const error = { code: 'stopped', message: 'The run ended before this step did.' };
  await endOpenSteps(store, { runId }, { status: 'cancelled', error, at });
}

/** Ends everything still open and finds out why the run failed. */
async function endSteps(
  store: Store,
  runId: string,
  { end, at }: { end: RunEnd & { status: 'failed' }; at: Date },
): Promise<RunError> {
  const { code, stepId, item } = end;
  const error = { code, message: sentenceOf(code) };
  const status = 'failed';
  if (stepId !== undefined) {
    const inside = { code, message: 'A step inside this one failed.' };
    await endOpenSteps(store, { runId, isOpened: true }, { status, error: inside, at });
  }
  const errors = await endUnfinished(store, runId, { status, error, at });
  if (stepId === undefined) return error;
  const run = await getRun(store, runId);
  const place = { stepId, ...(item !== undefined && { item }) };
  if (run === null) return { ...error, ...place };
  const key: StepKey = { workspaceId: run.workspaceId, runId, stepId, item: item ?? '' };
  const result = await getStepResult(store, key);
  if (result?.status === 'failed' && result.error?.code === code) return { ...result.error, ...place };
  // The step could not record its own failure: its worker died or it timed out.
  const known = { ...(errors.get(placeOf(key)) ?? error), ...place };
  const startedAt = result?.startedAt ?? at;
  const input = result?.input ?? null;
  await saveStepResult(store, key, { status: 'failed', input, error: known, startedAt, endedAt: at });
  return known;
}
