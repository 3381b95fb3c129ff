import type { AnyStep, BlockKind, RootShapes, StepKind, WorkflowKinds } from './kind.ts';

export type JsonPath = readonly (string | number)[];

/** A step in its place in the tree. */
export interface PlacedStep {
  step: AnyStep;
  /** Undefined for a kind that does not exist. */
  kind: StepKind | undefined;
  path: JsonPath;
  /** The steps that it is in, from the outside in. */
  parents: readonly AnyStep[];
  /** The ids of the steps whose output its templates reach: those before it, and before the steps that it is in. */
  earlier: readonly string[];
  /** The names that its templates reach because of the steps that it is in. */
  roots: RootShapes;
}

/** A list of steps inside a step. */
export interface StepBlock {
  /** The key of the step that holds the list. */
  name: string;
  kind: BlockKind;
  steps: AnyStep[];
}

/**
 * All steps of a workflow, those inside others after the step that they are in. Takes any value: what has not the shape
 * of a step is left out.
 */
export function walkSteps(
  steps: unknown,
  kinds: WorkflowKinds,
  around: Omit<PlacedStep, 'step' | 'kind'> = { path: ['steps'], parents: [], earlier: [], roots: {} },
): PlacedStep[] {
  if (!Array.isArray(steps)) return [];
  const before: string[] = [];
  return steps.flatMap((step: unknown, index) => {
    if (!isStep(step)) return [];
    const place = { ...around, path: [...around.path, index], earlier: [...around.earlier, ...before] };
    before.push(step.id);
    const parents = [...around.parents, step];
    const inside = blocksOf(step, kinds).flatMap(({ name, kind, steps: children }) => {
      const roots = { ...place.roots, ...kind.roots };
      return walkSteps(children, kinds, { ...place, parents, path: [...place.path, name], roots });
    });
    return [{ step, kind: findStepKind(kinds, step), ...place }, ...inside];
  });
}

/** The lists of steps inside a step; one that is absent is left out. */
export function blocksOf(step: AnyStep, kinds: WorkflowKinds): StepBlock[] {
  const declared = Object.entries(findStepKind(kinds, step)?.blocks ?? {});
  return declared.flatMap(([name, kind]) => {
    const steps: unknown = (step as unknown as Record<string, unknown>)[name];
    return Array.isArray(steps) ? [{ name, kind, steps: steps as AnyStep[] }] : [];
  });
}

/** Finds a step anywhere in the tree by its id. */
export function findStep(steps: readonly AnyStep[], id: string, kinds: WorkflowKinds): AnyStep | undefined {
  return walkSteps(steps, kinds).find(({ step }) => step.id === id)?.step;
}

export function findStepKind({ steps }: WorkflowKinds, step: Pick<AnyStep, 'kind'>): StepKind | undefined {
  return steps.find(({ kind }) => kind === step.kind);
}

function isStep(value: unknown): value is AnyStep {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
