import { Problem, type ActionStep } from '@tallyhook/schemas';
import { findStep, type AnyStep } from '@tallyhook/schemas/kinds';
import { getRun, isEnded, type Run, type StepKey } from '@tallyhook/store/runs';
import type { ActivityDependencies } from './dependencies.ts';
import type { StepInput } from './interface.ts';

/** A step of a run with everything that was frozen when the run was queued. */
export interface StepOfRun<Step extends AnyStep = AnyStep> {
  run: Run;
  step: Step;
  key: StepKey;
}

/**
 * Reads a step; of a `known` run, only its definition is looked at.
 * @throws Problem `not_found` if the run or the step is gone, or the run has ended
 */
export async function readStep(
  { store, kinds }: Pick<ActivityDependencies, 'store' | 'kinds'>,
  { runId, stepId, item = '' }: StepInput,
  known?: Run,
): Promise<StepOfRun> {
  const run = known ?? (await getRun(store, runId));
  if (run === null || isEnded(run)) throw new Problem('not_found', `There is no open run "${runId}".`);
  const step = findStep(run.definition.steps, stepId, kinds.declared);
  if (step === undefined) throw new Problem('not_found', `The run has no step "${stepId}".`);
  return { run, step, key: { workspaceId: run.workspaceId, runId, stepId, item } };
}

/**
 * Reads a step that runs an action.
 * @throws Problem `not_found`, also if the step is of another kind
 */
export async function readActionStep(
  deps: Pick<ActivityDependencies, 'store' | 'kinds'>,
  input: StepInput,
): Promise<StepOfRun<ActionStep>> {
  const { step, ...place } = await readStep(deps, input);
  if (step.kind !== 'action') throw new Problem('not_found', `The step "${step.id}" of the run is not an action.`);
  return { step: step as ActionStep, ...place };
}

/** The same key for every worker and attempt, so that a service with idempotency keys does the work once. */
export function idempotencyKeyOf({ runId, stepId, item }: StepKey): string {
  return [runId, stepId, ...(item === '' ? [] : [item])].join(':');
}
