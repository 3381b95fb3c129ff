import type { ProblemDetail } from '@tallyhook/schemas';
import { walkSteps, workflowKinds } from '@tallyhook/schemas/kinds';
import type { EditedWorkflow } from './tree.ts';

/** A mistake of a draft at its place in the builder. */
export interface PlacedFault {
  /** A step's id, or `trigger`; undefined for one of the whole workflow. */
  at: string | undefined;
  /** The field that is wrong. */
  field: string | undefined;
  detail: string;
}

/** Puts each mistake at the innermost step that it belongs to. */
export function placeFaults(workflow: EditedWorkflow, mistakes: readonly ProblemDetail[]): PlacedFault[] {
  const places = [
    { at: 'trigger', pointer: '#/trigger' },
    ...walkSteps(workflow.steps, workflowKinds).map(({ step, path }) => ({
      at: step.id,
      pointer: `#/${path.join('/')}`,
    })),
  ].sort((one, other) => other.pointer.length - one.pointer.length);
  return mistakes.map(({ pointer = '#', detail }) => {
    const place = places.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`));
    const field = place === undefined ? undefined : pointer.slice(place.pointer.length + 1).split('/')[0];
    return { at: place?.at, field: field || undefined, detail: detail ?? 'is not valid' };
  });
}
