import { Problem, type WorkflowLimits } from '@tallyhook/schemas';
import { blocksOf, findStepKind, type AnyStep, type Lookup, type WorkflowKinds } from '@tallyhook/schemas/kinds';
import { renderStructure } from '@tallyhook/sdk';
import {
  beginRun,
  isEnded,
  listUnplacedBefore,
  listWaitingBefore,
  nextInSlot,
  setSlot,
  takeSlot,
  type Run,
} from '@tallyhook/store/runs';
import { createHash } from 'node:crypto';
import { endAndTell } from '../end-and-tell.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { BegunRun, PlannedStep } from './interface.ts';
import type { Packages } from './packages.ts';

/** Marks the run as running. A run that a person or the sweep ended in the meantime has no steps left. */
export async function beginRunActivity(
  deps: Pick<ActivityDependencies, 'store' | 'now' | 'packages' | 'kinds'>,
  input: { runId: string },
): Promise<BegunRun> {
  return (await beginOrGoOn(deps, input)).begun;
}

/** Marks the run as running, and tells whether it has begun just now, without anything from an earlier attempt. */
export async function beginOrGoOn(
  deps: Pick<ActivityDependencies, 'store' | 'now' | 'packages' | 'kinds'>,
  { runId }: { runId: string },
): Promise<{ run: Run; begun: BegunRun; isNew: boolean }> {
  const { store, now, packages, kinds } = deps;
  let at = now();
  let run = await beginRun(store, runId, at);
  let told: Pick<BegunRun, 'wakes'> = {};
  if (run === null)
    throw new Problem('not_found', `The run "${runId}" does not exist: it was started without being stored.`);
  const { limits } = run.definition;
  if (limits !== undefined && !isEnded(run)) {
    const { place, wakes = [] } = await takePlace(deps, run, limits);
    told = wakes.length === 0 ? {} : { wakes };
    if (place === 'wait') return { run, begun: { steps: [], isWaiting: true, ...told }, isNew: false };
    if (place === 'skip') return { run, begun: { steps: [] }, isNew: false };
    // Read again: the run that made room may have ended since.
    at = now();
    run = (await beginRun(store, runId, at, { hasPlace: true }))!;
  }
  if (isEnded(run)) return { run, begun: { steps: [], ...told }, isNew: false };
  const steps = await planSteps(run.definition.steps, kinds.declared, createLookup(packages, run));
  const isNew = run.startedAt?.getTime() === at.getTime() && run.attempt === 1 && !run.isTest;
  return { run, begun: { steps, ...told, ...(limits !== undefined && { hasPlace: true }) }, isNew };
}

/**
 * Gives a run a place, or says that it has to wait. One that is skipped has ended then. `wakes` are others that go on
 * because of it, by their ids at Temporal: those that it skips, or the next, for which there may be a place as well.
 */
async function takePlace(
  deps: Pick<ActivityDependencies, 'store' | 'now' | 'kinds'>,
  run: Run,
  { atMost, whenFull = 'wait' }: WorkflowLimits,
): Promise<{ place: 'taken' | 'wait' | 'skip'; wakes?: string[] }> {
  const { store, now } = deps;
  const slot = await slotOf(deps, run);
  if (whenFull !== 'skip') await placeEarlier(deps, run);
  if (await takeSlot(store, run, { slot, atMost, inOrder: whenFull !== 'skip' })) {
    // The next may have asked while this one was still before it.
    const next = atMost > 1 ? await nextInSlot(store, run, slot) : null;
    return { place: 'taken', ...(next !== null && { wakes: [next] }) };
  }
  if (whenFull === 'wait') return { place: 'wait' };
  const skip = (id: string, message: string) =>
    endAndTell(store, id, {
      ...{ status: 'cancelled', error: { code: 'skipped', message }, at: now() },
      // One that has taken a place meanwhile goes on.
      onlyQueued: true,
    });
  if (whenFull === 'newest') {
    const skipped: string[] = [];
    for (const { id, temporalWorkflowId } of await listWaitingBefore(store, run, slot))
      if (await skip(id, 'Skipped: a newer run took its turn.')) skipped.push(temporalWorkflowId);
    return { place: 'wait', wakes: skipped };
  }
  await skip(run.id, `Skipped: ${atMost === 1 ? 'another run was' : `${atMost} other runs were`} under way.`);
  return { place: 'skip' };
}

/**
 * The slot of a run: those of one workflow with the same key count together.
 * @throws Problem if its key cannot be rendered
 */
async function slotOf({ store, kinds }: Pick<ActivityDependencies, 'store' | 'kinds'>, run: Run): Promise<string> {
  const trigger = await kinds.triggers[run.trigger.kind]!.readRoots(store, run.trigger, run);
  const key = run.definition.limits?.key ?? '';
  const value: unknown = renderStructure(key, { trigger }, { place: 'limits.key' });
  const digest = createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex');
  return `${run.branchId}:${run.workflowId}:${digest}`;
}

/** Lets runs that came earlier wait in their slots, although Temporal has not started them yet. */
async function placeEarlier(deps: Pick<ActivityDependencies, 'store' | 'kinds'>, run: Run): Promise<void> {
  for await (const earlier of listUnplacedBefore(deps.store, run)) {
    // A run without a slot fails when it begins, and says why.
    const slot = await slotOf(deps, earlier).catch((error: unknown) => {
      if (error instanceof Problem) return undefined;
      throw error;
    });
    if (slot !== undefined) await setSlot(deps.store, earlier, slot);
  }
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
      const { connector, action } = step as { connector?: string; action?: string };
      const service = way === 'request' ? { service: `${connector} ${action}` } : {};
      return { id: step.id, way, ...service, ...(inside.length > 0 && { blocks }) };
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
