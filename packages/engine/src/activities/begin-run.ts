import { Problem, type WorkflowStep } from '@tallyhook/schemas';
import { beginRun, isEnded, type Run } from '@tallyhook/store/runs';
import type { ActivityDependencies } from './dependencies.ts';
import type { PlannedStep } from './interface.ts';
import type { Packages } from './packages.ts';

/** Marks the run as running. A run that was ended meanwhile, by a person or by the sweep, has no steps left. */
export async function beginRunActivity(
  { store, now, packages }: Pick<ActivityDependencies, 'store' | 'now' | 'packages'>,
  { runId }: { runId: string },
): Promise<{ steps: PlannedStep[] }> {
  const run = await beginRun(store, runId, now());
  if (run === null) throw new Problem('not_found', `There is no run "${runId}": it was started without being written.`);
  if (isEnded(run)) return { steps: [] };
  return { steps: await Promise.all(run.definition.steps.map((step) => planStep(packages, run, step))) };
}

async function planStep(packages: Packages, run: Run, step: WorkflowStep): Promise<PlannedStep> {
  const { id, kind } = step;
  return { id, kind: kind === 'action' && (await sendsFile()) ? 'sendFile' : kind };

  async function sendsFile(): Promise<boolean> {
    if (step.kind !== 'action') return false;
    try {
      return (await packages.ofStep(run, step)).actions[step.action]?.upload !== undefined;
    } catch (error) {
      // A connector that is not there is for the step itself to say.
      if (error instanceof Problem && !error.kind.retry) return false;
      throw error;
    }
  }
}
