import { Problem } from '@tallyhook/schemas';
import { beginRun, isEnded } from '@tallyhook/store';
import type { ActivityDependencies } from './dependencies.ts';
import type { PlannedStep } from './interface.ts';

/** Marks the run as running. A run that was ended meanwhile, by a person or by the sweep, has no steps left. */
export async function beginRunActivity(
  { store, now }: Pick<ActivityDependencies, 'store' | 'now'>,
  { runId }: { runId: string },
): Promise<{ steps: PlannedStep[] }> {
  const run = await beginRun(store, runId, now());
  if (run === null) throw new Problem('not_found', `There is no run "${runId}": it was started without being written.`);
  if (isEnded(run)) return { steps: [] };
  return { steps: run.definition.steps.map(({ id, kind }) => ({ id, kind })) };
}
