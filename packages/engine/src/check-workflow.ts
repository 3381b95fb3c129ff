import { toPointer, type ProblemDetail, type Workflow, type WorkflowStep } from '@tallyhook/schemas';
import { any, compileTemplate, objectOf, scalar, type Roots } from '@tallyhook/sdk';

/**
 * Finds what the schema cannot see in a workflow that fits it: step ids that stand twice, templates that are none or
 * that name what is not there. Whether reports, connectors and accounts exist is seen when the workflow is saved.
 */
export function checkWorkflow({ steps }: Workflow): ProblemDetail[] {
  return steps.flatMap((step, index) => {
    const earlier = steps.slice(0, index).map(({ id }) => id);
    return [...findDuplicate(step, index, earlier), ...checkTemplates(step, index, rootsAfter(earlier))];
  });
}

function findDuplicate({ id }: WorkflowStep, index: number, earlier: string[]): ProblemDetail[] {
  if (!earlier.includes(id)) return [];
  const detail = `two steps have the id "${id}": give each its own, templates name steps by it`;
  return [{ pointer: toPointer(['steps', index, 'id']), code: 'duplicate', detail }];
}

function rootsAfter(stepIds: string[]): Roots {
  const steps = stepIds.map((id) => [id, objectOf({ output: any })] as const);
  return {
    trigger: objectOf({ event: scalar, deliveryId: scalar, externalId: scalar, receivedAt: scalar, payload: any }),
    steps: objectOf(Object.fromEntries(steps)),
  };
}

function checkTemplates(step: WorkflowStep, index: number, roots: Roots): ProblemDetail[] {
  if (step.kind !== 'action') return [];
  return findTexts(step.input, ['steps', index, 'input']).flatMap(({ path, text }) =>
    compileTemplate(text, { roots }).problems.map(({ code, message, hint }) => ({
      pointer: toPointer(path),
      code,
      detail: hint === undefined ? message : `${message}: ${hint}`,
    })),
  );
}

type JsonPath = (string | number)[];

function findTexts(value: unknown, path: JsonPath): { path: JsonPath; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findTexts(item, [...path, index]));
  return Object.entries(value).flatMap(([key, child]) => findTexts(child, [...path, key]));
}
