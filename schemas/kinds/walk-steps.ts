import type { AnyStep, BlockKind, RootShapes, StepKind, WorkflowKinds } from './kind.ts';

export type JsonPath = readonly (string | number)[];

/** A step at its place in the tree. */
export interface PlacedStep {
  step: AnyStep;
  /** Undefined for an unknown kind. */
  kind: StepKind | undefined;
  path: JsonPath;
  /** The enclosing steps, outermost first. */
  parents: readonly AnyStep[];
  /** The ids of steps whose output its templates can read: those before it, and those before its enclosing steps. */
  earlier: readonly string[];
  /** The names that its templates can read because of its enclosing steps. */
  roots: RootShapes;
}

/** A list of steps inside a step. */
export interface StepBlock {
  /** The step's key that contains the list. */
  name: string;
  kind: BlockKind;
  steps: AnyStep[];
}

/**
 * Lists all steps of a workflow, each followed by its inner steps. Accepts any value and skips what is not shaped like
 * a step.
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

/** The lists of inner steps that are present in a step. */
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
