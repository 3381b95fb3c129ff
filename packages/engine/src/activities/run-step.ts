import { Problem, type WorkflowStep } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { getRun, isEnded, type Run, type StepKey } from '@tallyhook/store/runs';
import type { StepInput } from './interface.ts';

/** A step of a run with everything that was frozen when the run was queued. */
export interface StepOfRun<Kind extends WorkflowStep['kind']> {
  run: Run;
  step: Extract<WorkflowStep, { kind: Kind }>;
  key: StepKey;
}

/** Reads a step. Throws Problem `not_found` where the run or the step is gone, or the run has ended. */
export async function readStep<Kind extends WorkflowStep['kind']>(
  store: Store,
  { runId, stepId }: StepInput,
  kind: Kind,
): Promise<StepOfRun<Kind>> {
  const run = await getRun(store, runId);
  if (run === null || isEnded(run)) throw new Problem('not_found', `The run "${runId}" is not there or has ended.`);
  const step = run.definition.steps.find(({ id }) => id === stepId);
  if (!isKind(step, kind)) throw new Problem('not_found', `The run has no step "${stepId}" of the kind "${kind}".`);
  return { run, step, key: { workspaceId: run.workspaceId, runId, stepId, item: 0 } };
}

function isKind<Kind extends WorkflowStep['kind']>(
  step: WorkflowStep | undefined,
  kind: Kind,
): step is Extract<WorkflowStep, { kind: Kind }> {
  return step?.kind === kind;
}
