import type { WorkflowLimits } from '@tallyhook/schemas';
import type { AnyStep } from '@tallyhook/schemas/kinds';
import { blocksOf, walkSteps, workflowKinds } from '@tallyhook/schemas/kinds';
import { withKey } from './with-key.ts';

/** A workflow that is being edited: it may have mistakes anywhere. */
export interface EditedWorkflow {
  name: string;
  description?: string;
  trigger: { kind: string } & Record<string, unknown>;
  limits?: WorkflowLimits;
  steps: EditedStep[];
}

export type EditedStep = AnyStep & Record<string, unknown>;

/** The place of a list of steps: of the workflow, or under a key of a step. */
export type ListPlace = { stepId: string; block: string } | 'workflow';

/** Changes one list of steps, wherever it is. */
function changeList(
  workflow: EditedWorkflow,
  place: ListPlace,
  change: (steps: EditedStep[]) => EditedStep[],
): EditedWorkflow {
  if (place === 'workflow') return { ...workflow, steps: change(workflow.steps) };
  return changeStep(workflow, place.stepId, (step) => {
    const steps = change((step[place.block] as EditedStep[] | undefined) ?? []);
    // An empty list is not valid; without its key the step does nothing there.
    return withKey(step, place.block, steps.length > 0 ? steps : undefined);
  });
}

/** Replaces a step, wherever it is. */
export function changeStep(
  workflow: EditedWorkflow,
  id: string,
  change: (step: EditedStep) => EditedStep,
): EditedWorkflow {
  const walk = (steps: EditedStep[]): EditedStep[] =>
    steps.map((step) => {
      if (step.id === id) return change(step);
      const inside = blocksOf(step, workflowKinds);
      if (inside.length === 0) return step;
      return {
        ...step,
        ...Object.fromEntries(inside.map(({ name, steps: children }) => [name, walk(children as EditedStep[])])),
      };
    });
  return { ...workflow, steps: walk(workflow.steps) };
}

/** Adds a step to a list, before the one at `index`. */
export function insertStep(
  workflow: EditedWorkflow,
  { list, index }: { list: ListPlace; index: number },
  step: EditedStep,
): EditedWorkflow {
  return changeList(workflow, list, (steps) => steps.toSpliced(index, 0, step));
}

/** Gives a step another id, also where templates read its output. */
export function renameStep(workflow: EditedWorkflow, id: string, next: string): EditedWorkflow {
  const renamed = changeStep(workflow, id, (step) => ({ ...step, id: next }));
  const pattern = new RegExp(`\\bsteps\\.${id}\\b`, 'g');
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, `steps.${next}`);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]));
  };
  return { ...renamed, steps: walk(renamed.steps) as EditedStep[] };
}

/** Takes a step out, with everything inside it. */
export function removeStep(workflow: EditedWorkflow, id: string): EditedWorkflow {
  const list = listOf(workflow, id);
  return list === undefined
    ? workflow
    : changeList(workflow, list.place, (steps) => steps.filter((step) => step.id !== id));
}

/** Moves a step within its list; nothing happens at the end of it. */
export function moveStep(workflow: EditedWorkflow, id: string, by: 1 | -1): EditedWorkflow {
  const list = listOf(workflow, id);
  if (list === undefined) return workflow;
  return changeList(workflow, list.place, (steps) => {
    const at = steps.findIndex((step) => step.id === id);
    const to = at + by;
    if (to < 0 || to >= steps.length) return steps;
    return steps.with(at, steps[to]!).with(to, steps[at]!);
  });
}

/** The list that a step is in, and its index there. */
export function listOf(workflow: EditedWorkflow, id: string): { place: ListPlace; index: number } | undefined {
  const find = (steps: EditedStep[], place: ListPlace): { place: ListPlace; index: number } | undefined => {
    for (const [index, step] of steps.entries()) {
      if (step.id === id) return { place, index };
      for (const { name, steps: children } of blocksOf(step, workflowKinds)) {
        const found = find(children as EditedStep[], { stepId: step.id, block: name });
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  return find(workflow.steps, 'workflow');
}

/** A copy of a step with new ids for it and everything inside it. */
export function copyOf(workflow: EditedWorkflow, step: EditedStep): EditedStep {
  const taken = new Set(walkSteps(workflow.steps, workflowKinds).map((placed) => placed.step.id));
  const walk = (one: EditedStep): EditedStep => {
    const id = freeId(one.id.replace(/\d+$/, ''), taken);
    taken.add(id);
    const inside = blocksOf(one, workflowKinds);
    const blocks = inside.map(({ name, steps }) => [name, (steps as EditedStep[]).map(walk)] as const);
    return { ...one, id, ...Object.fromEntries(blocks) };
  };
  return walk(step);
}

/** An id that no step has: the base, or with a number. */
export function freeId(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}${number}`)) number += 1;
  return `${base}${number}`;
}

/** The ids of all steps. */
export function idsOf(workflow: EditedWorkflow): Set<string> {
  return new Set(walkSteps(workflow.steps, workflowKinds).map(({ step }) => step.id));
}

/** The number of a step as people see it, such as `2.1`: its position in each list around it. */
export function numbersOf(workflow: EditedWorkflow): Map<string, string> {
  const numbers = new Map<string, string>();
  const walk = (steps: EditedStep[], before: string, from: number) => {
    for (const [index, step] of steps.entries()) {
      const number = `${before}${from + index + 1}`;
      numbers.set(step.id, number);
      let count = 0;
      for (const { steps: children } of blocksOf(step, workflowKinds)) {
        walk(children as EditedStep[], `${number}.`, count);
        count += children.length;
      }
    }
  };
  walk(workflow.steps, '', 0);
  return numbers;
}
