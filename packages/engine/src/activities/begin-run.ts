import { Problem } from '@tallyhook/schemas';
import { blocksOf, findStepKind, type AnyStep, type Lookup, type WorkflowKinds } from '@tallyhook/schemas/kinds';
import { renderStructure } from '@tallyhook/sdk';
import { beginRun, endRun, getRun, isEnded, takeSlot, type Run } from '@tallyhook/store/runs';
import { createHash } from 'node:crypto';
import type { ActivityDependencies } from './dependencies.ts';
import type { BegunRun, PlannedStep } from './interface.ts';
import type { Packages } from './packages.ts';

/** Marks the run as running. A run that a person or the sweep ended in the meantime has no steps left. */
export async function beginRunActivity(
  deps: Pick<ActivityDependencies, 'store' | 'now' | 'packages' | 'kinds'>,
  { runId }: { runId: string },
): Promise<BegunRun> {
  const { store, now, packages, kinds } = deps;
  const limited = await takePlace(deps, runId);
  if (limited === 'waits') return { steps: [], isWaiting: true };
  const run = await beginRun(store, runId, now());
  if (run === null)
    throw new Problem('not_found', `The run "${runId}" does not exist: it was started without being stored.`);
  if (isEnded(run)) return { steps: [] };
  const steps = await planSteps(run.definition.steps, kinds.declared, createLookup(packages, run));
  return { steps, ...(limited === 'has a place' && { hasPlace: true }) };
}

/** What the limits of a workflow mean for a run. A run that is skipped has ended then. */
async function takePlace(
  { store, now, kinds }: Pick<ActivityDependencies, 'store' | 'now' | 'kinds'>,
  runId: string,
): Promise<'waits' | 'has a place' | 'has no limits'> {
  const run = await getRun(store, runId);
  const limits = run?.definition.limits;
  if (run === null || limits === undefined || isEnded(run)) return 'has no limits';
  const { atMost, key = '', whenFull = 'wait' } = limits;
  const trigger = await kinds.triggers[run.trigger.kind]!.readRoots(store, run.trigger, run);
  const value: unknown = renderStructure(key, { trigger }, { place: 'limits.key' });
  const digest = createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex');
  const slot = `${run.branchId}:${run.workflowId}:${digest}`;
  if (await takeSlot(store, run, { slot, atMost, inOrder: whenFull === 'wait' })) return 'has a place';
  if (whenFull === 'wait') return 'waits';
  const message = `Skipped: ${atMost === 1 ? 'another run was' : `${atMost} other runs were`} under way.`;
  await endRun(store, runId, { status: 'cancelled', error: { code: 'skipped', message }, at: now() });
  return 'has no limits';
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
