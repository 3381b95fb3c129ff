import { Problem } from '@tallyhook/schemas';
import { blocksOf, findStepKind, type AnyStep, type Lookup, type WorkflowKinds } from '@tallyhook/schemas/kinds';
import { beginRun, isEnded, type Run } from '@tallyhook/store/runs';
import type { ActivityDependencies } from './dependencies.ts';
import type { PlannedStep } from './interface.ts';
import type { Packages } from './packages.ts';

/** Marks the run as running. A run that a person or the sweep ended in the meantime has no steps left. */
export async function beginRunActivity(
  { store, now, packages, kinds }: Pick<ActivityDependencies, 'store' | 'now' | 'packages' | 'kinds'>,
  { runId }: { runId: string },
): Promise<{ steps: PlannedStep[] }> {
  const run = await beginRun(store, runId, now());
  if (run === null)
    throw new Problem('not_found', `The run "${runId}" does not exist: it was started without being stored.`);
  if (isEnded(run)) return { steps: [] };
  return { steps: await planSteps(run.definition.steps, kinds.declared, createLookup(packages, run)) };
}

function planSteps(
  steps: readonly AnyStep[],
  kinds: WorkflowKinds,
  lookup: Pick<Lookup, 'connector'>,
): Promise<PlannedStep[]> {
  return Promise.all(
    steps.map(async (step) => {
      const way = (await findStepKind(kinds, step)?.plan?.(step, lookup)) ?? 'quick';
      const inside = blocksOf(step, kinds).map(
        async ({ name, steps: children }) => [name, await planSteps(children, kinds, lookup)] as const,
      );
      const blocks = Object.fromEntries(await Promise.all(inside));
      return { id: step.id, way, ...(inside.length > 0 && { blocks }) };
    }),
  );
}

/** A missing connector is reported by the step that needs it. */
function createLookup(packages: Packages, run: Run): Pick<Lookup, 'connector'> {
  return {
    connector: (id) =>
      packages.ofRun(run, id).catch((error: unknown) => {
        if (error instanceof Problem && !error.kind.retry) return undefined;
        throw error;
      }),
  };
}
