import type { RunStep } from '@tallyhook/schemas/api';

/** The first result of a step in a run, also inside conditions and loops; undefined before it begins. */
export function findResult(steps: readonly RunStep[], stepId: string): RunStep | undefined {
  for (const step of steps) {
    if (step.stepId === stepId) return step.status === 'pending' ? undefined : step;
    const inside = findResult(
      step.blocks.flatMap((block) => block.steps),
      stepId,
    );
    if (inside !== undefined) return inside;
  }
  return undefined;
}
