import { saveStepResult, type StepKey } from '@tallyhook/store/runs';
import { isCalledOff, readFailure } from '../failure-from.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { Notes } from './collect-notes.ts';

/** Saves that a step failed and why, for the Runs page. A cancelled step has not failed. */
export async function keepFailure(
  { store, now }: Pick<ActivityDependencies, 'store' | 'now'>,
  key: StepKey,
  { input, startedAt, error, ...notes }: Notes & { input: unknown; startedAt: Date; error: unknown },
): Promise<void> {
  if (isCalledOff(error)) return;
  const { code, message } = readFailure(error);
  await saveStepResult(store, key, {
    status: 'failed',
    input,
    error: { code, message },
    startedAt,
    endedAt: now(),
    ...notes,
  });
}
