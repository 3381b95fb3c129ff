import { blocksOf, workflowKinds, type AnyStep, type WorkflowKinds } from '@tallyhook/schemas/kinds';

/** A step around the tested one, and the list inside it that leads there. */
export interface Around {
  step: AnyStep;
  block: string;
}

/**
 * Cuts the steps of a workflow to one of them, within the steps around it; with the scope `rest`, also to everything
 * that follows. Undefined if there is no such step.
 */
export function cutWorkflow(
  steps: readonly AnyStep[],
  stepId: string,
  scope: 'step' | 'rest',
  kinds: WorkflowKinds = workflowKinds,
): { steps: AnyStep[]; around: Around[] } | undefined {
  for (const [index, step] of steps.entries()) {
    const rest = scope === 'rest' ? steps.slice(index + 1) : [];
    if (step.id === stepId) return { steps: [step, ...rest], around: [] };
    for (const { name, steps: inside } of blocksOf(step, kinds)) {
      const cut = cutWorkflow(inside, stepId, scope, kinds);
      if (cut === undefined) continue;
      return { steps: [{ ...step, [name]: cut.steps }, ...rest], around: [{ step, block: name }, ...cut.around] };
    }
  }
  return undefined;
}
