import type { WorkflowSample } from '@tallyhook/schemas/api';
import { findStep, findStepKind, walkSteps, workflowKinds, type RootShapes } from '@tallyhook/schemas/kinds';
import type { EditedWorkflow } from './tree.ts';
import { plainText } from './with-key.ts';

/** A value that a template can read. */
export interface ReadableValue {
  /** The path, as in `{{path}}`. */
  path: string;
  /** What it belongs to, such as the name of a step. */
  group: string;
  /** The value in the sample, shortened; undefined if there is none. */
  sample: string | undefined;
}

const maxDepth = 7;
const maxValues = 3_000;
const maxShown = 60;

/** The values that the templates of a step can read, nearest first; those of the whole workflow without a step. */
export function readableValues(
  workflow: EditedWorkflow,
  stepId: string | undefined,
  sample: WorkflowSample,
): ReadableValue[] {
  const placed = walkSteps(workflow.steps, workflowKinds).find(({ step }) => step.id === stepId);
  const values: ReadableValue[] = [];
  for (const name of Object.keys(placed?.roots ?? {}))
    values.push({ path: name, group: 'This turn of the loop', sample: undefined });
  for (const id of (placed?.earlier ?? []).toReversed()) {
    const step = findStep(workflow.steps, id, workflowKinds);
    const group = step === undefined ? id : (step.name ?? `${findStepKind(workflowKinds, step)?.name ?? ''} (${id})`);
    const known = step === undefined ? undefined : findStepKind(workflowKinds, step)?.output;
    collect(values, { path: `steps.${id}.output`, group, depth: 0 }, sample.steps[id] ?? valuesOf(known));
  }
  const { kind } = workflow.trigger;
  const trigger = workflowKinds.triggers.find((one) => one.kind === kind);
  for (const name of Object.keys((trigger?.roots ?? {}) satisfies RootShapes))
    collect(values, { path: `trigger.${name}`, group: 'Start', depth: 0 }, sample.trigger[name]);
  return values;
}

/** Values of a known shape without samples. */
function valuesOf(shape: RootShapes | undefined): unknown {
  if (shape === undefined) return undefined;
  const inside = Object.entries(shape).map(([name, inner]) => [
    name,
    typeof inner === 'string' ? undefined : valuesOf(inner),
  ]);
  return Object.fromEntries(inside) as unknown;
}

function collect(
  values: ReadableValue[],
  { path, group, depth }: { path: string; group: string; depth: number },
  value: unknown,
): void {
  if (values.length >= maxValues) return;
  values.push({ path, group, sample: describe(value) });
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return;
  // Of a list, the first item stands for all.
  const inside = Object.entries(value as Record<string, unknown>);
  for (const [name, inner] of Array.isArray(value) ? inside.slice(0, 1) : inside)
    collect(values, { path: `${path}.${segmentOf(name)}`, group, depth: depth + 1 }, inner);
}

/** A name in a path; one with other characters is put in brackets. */
function segmentOf(name: string): string {
  return /^[\w-]+$/.test(name) ? name : `[${name}]`;
}

function describe(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  if (typeof value === 'object' && value !== null) return `${Object.keys(value).length} values`;
  const text = plainText(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** The values whose path or sample has every word, in any order and case. */
export function findValues(values: readonly ReadableValue[], text: string): ReadableValue[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return values.filter(({ path, group, sample = '' }) => {
    const folded = `${path} ${group} ${sample}`.toLowerCase();
    return words.every((word) => folded.includes(word));
  });
}
