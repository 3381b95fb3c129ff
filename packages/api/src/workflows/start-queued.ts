import { startRun } from '@tallyhook/engine/client';
import type { Run } from '@tallyhook/store/runs';
import type { ApiDependencies } from '../dependencies.ts';

/** Starts a run that a person queued. If Temporal cannot be reached now, the workers' sweep starts it later. */
export async function startQueued(
  { store, temporal, logger }: Pick<ApiDependencies, 'store' | 'temporal' | 'logger'>,
  run: Run,
): Promise<Pick<Run, 'id' | 'attempt' | 'status'>> {
  await startRun(store, temporal, run).catch((error: unknown) =>
    logger.warn({ error: String(error), run: run.id }, 'Could not start a run yet.'),
  );
  const { id, attempt, status } = run;
  return { id, attempt, status };
}
