import { toPointer, type ProblemDetail, type Workflow } from '@tallyhook/schemas';
import {
  walkSteps,
  workflowKinds,
  type JsonPath,
  type PlacedStep,
  type RootShape,
  type RootShapes,
} from '@tallyhook/schemas/kinds';
import { any, objectOf, scalar, type Roots, type Shape } from '../templates/shapes.ts';
import { compileTemplate } from '../templates/template.ts';
import { workflowFilters } from '../templates/filters.ts';

/** Includes nested steps. */
const maxSteps = 200;

/**
 * Finds mistakes in a workflow that the schema cannot detect: duplicate step ids, invalid templates, templates that
 * name missing values, too many steps. Another check covers whether reports, connectors and accounts exist.
 */
export function checkWorkflow({ trigger, steps }: Workflow, kinds = workflowKinds): ProblemDetail[] {
  const placed = walkSteps(steps, kinds);
  if (placed.length > maxSteps) {
    const detail = `the workflow has ${placed.length} steps, but at most ${maxSteps} are allowed; split it into several workflows`;
    return [{ pointer: toPointer(['steps']), code: 'too_many', detail }];
  }
  const roots = kinds.triggers.find(({ kind }) => kind === trigger.kind)?.roots ?? {};
  return [...findDuplicates(placed), ...placed.flatMap((step) => checkTemplates(step, roots))];
}

function findDuplicates(placed: readonly PlacedStep[]): ProblemDetail[] {
  const known = new Set<string>();
  return placed.flatMap(({ step: { id }, path }) => {
    if (!known.has(id)) return known.add(id) && [];
    const detail = `two steps have the id "${id}": give each its own id, because templates refer to steps by id`;
    return [{ pointer: toPointer([...path, 'id']), code: 'duplicate', detail }];
  });
}

function checkTemplates(
  { step, kind, path, earlier, roots: inside }: PlacedStep,
  trigger: RootShapes,
): ProblemDetail[] {
  const outputs = Object.fromEntries(earlier.map((id) => [id, objectOf({ output: any })]));
  const roots: Roots = { ...toRoots(inside), trigger: objectOf(toRoots(trigger)), steps: objectOf(outputs) };
  const texts = (kind?.templates ?? []).flatMap((key) => findTexts(Reflect.get(step, key), [...path, key]));
  return texts.flatMap(({ path: place, text }) =>
    compileTemplate(text, { roots, filters: workflowFilters }).problems.map(({ code, message, hint }) => ({
      pointer: toPointer(place),
      code,
      detail: hint === undefined ? message : `${message}: ${hint}`,
    })),
  );
}

function toRoots(shapes: RootShapes): Roots {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, toShape(shape)]));
}

function toShape(shape: RootShape): Shape {
  if (shape === 'any') return any;
  return shape === 'single' ? scalar : objectOf(toRoots(shape));
}

function findTexts(value: unknown, path: JsonPath): { path: JsonPath; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findTexts(item, [...path, index]));
  return Object.entries(value).flatMap(([key, child]) => findTexts(child, [...path, key]));
}
