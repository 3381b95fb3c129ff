import { checkWorkflow } from '@tallyhook/engine/client';
import {
  createValidator,
  listNames,
  nearest,
  Problem,
  toPointer,
  workflowSchema,
  type ActionStep,
  type ConnectorPackage,
  type ProblemDetail,
  type Workflow,
  type WorkflowStep,
} from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import { getDefinition } from '@tallyhook/store/definitions';

const fitsSchema = createValidator(workflowSchema);

/**
 * Checks a workflow before it is saved: its shape, its templates, and that what it names is there: connectors of the
 * workspace, their webhooks and actions, reports of the branch.
 * @throws Problem `invalid_workflow` with every mistake.
 */
export async function checkDefinition(store: Store, branch: Branch, definition: unknown): Promise<Workflow> {
  const misshapen = fitsSchema(definition);
  const references = await checkReferences(store, branch, soundParts(definition, misshapen));
  // Templates are looked at where every step has the right shape: they name other steps.
  const templates = misshapen.length === 0 ? checkWorkflow(definition as Workflow) : [];
  refuse([...misshapen, ...templates, ...references]);
  return definition as Workflow;
}

/** The parts of a workflow whose shape is right: what they name can be looked up although others are wrong. */
interface SoundParts {
  trigger?: Workflow['trigger'];
  /** With their places in the list. */
  steps: (readonly [number, WorkflowStep])[];
}

function soundParts(definition: unknown, mistakes: readonly ProblemDetail[]): SoundParts {
  if (mistakes.some(({ code }) => code === 'too_deep')) return { steps: [] };
  const { trigger, steps } = (definition ?? {}) as Partial<Record<keyof Workflow, unknown>>;
  const isSound = (...path: (string | number)[]) => {
    const place = toPointer(path);
    return !mistakes.some(({ pointer = '#' }) => pointer === place || pointer.startsWith(`${place}/`));
  };
  const listed: unknown[] = Array.isArray(steps) ? steps : [];
  return {
    ...(typeof trigger === 'object' && isSound('trigger') && { trigger: trigger as Workflow['trigger'] }),
    steps: [...(listed as WorkflowStep[]).entries()].filter(([index]) => isSound('steps', index)),
  };
}

function refuse(errors: ProblemDetail[]): void {
  if (errors.length === 0) return;
  const count = errors.length === 1 ? '1 mistake' : `${errors.length} mistakes`;
  throw new Problem('invalid_workflow', `The workflow has ${count}.`, { errors });
}

async function checkReferences(store: Store, branch: Branch, { trigger, steps }: SoundParts): Promise<ProblemDetail[]> {
  const names = new Set([
    ...(trigger ? [trigger.connector] : []),
    ...steps.flatMap(([, step]) => (step.kind === 'action' ? [step.connector] : [])),
  ]);
  const installed = new Map<string, ConnectorPackage | undefined>();
  for (const name of names) installed.set(name, await ifThere(getInstalledPackage(store, branch.workspaceId, name)));
  const errors = trigger ? checkTrigger(trigger, installed.get(trigger.connector)) : [];
  for (const [index, step] of steps) {
    if (step.kind === 'action') errors.push(...checkAction(step, index, installed.get(step.connector)));
    else if (!(await ifThere(getDefinition(store, branch, 'report', step.report))))
      errors.push(noReport(index, step.report));
  }
  return errors;
}

/** What was found; nothing where it is not there. */
async function ifThere<Value>(finding: Promise<Value>): Promise<Value | undefined> {
  return finding.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  });
}

function checkTrigger(trigger: Workflow['trigger'], released: ConnectorPackage | undefined): ProblemDetail[] {
  if (!released) return [notInstalled(['trigger', 'connector'], trigger.connector)];
  const webhooks = Object.keys(released.webhooks);
  if (webhooks.length === 0) {
    const detail = `"${trigger.connector}" declares no webhook, so nothing of it can start a workflow`;
    return [{ pointer: toPointer(['trigger', 'connector']), code: 'no_webhook', detail }];
  }
  if (trigger.webhook === undefined) return [];
  return findUnknown(['trigger', 'webhook'], trigger.webhook, webhooks, 'webhook');
}

function checkAction(
  { connector, action, input }: ActionStep,
  index: number,
  released: ConnectorPackage | undefined,
): ProblemDetail[] {
  if (!released) return [notInstalled(['steps', index, 'connector'], connector)];
  const unknown = findUnknown(['steps', index, 'action'], action, Object.keys(released.actions), 'action');
  if (unknown.length > 0) return unknown;
  const declared = released.actions[action]!.input;
  const known = Object.keys(declared.properties);
  const missing = (declared.required ?? []).filter((name) => !Object.hasOwn(input, name));
  return [
    ...Object.keys(input).flatMap((name) => findUnknown(['steps', index, 'input', name], name, known, 'input')),
    ...missing.map((name) => {
      const detail = `the action "${action}" needs the input "${name}"`;
      return { pointer: toPointer(['steps', index, 'input']), code: 'missing_key', detail };
    }),
  ];
}

function findUnknown(path: (string | number)[], name: string, allowed: string[], what: string): ProblemDetail[] {
  if (allowed.includes(name)) return [];
  const suggestion = nearest(name, allowed);
  const hint = suggestion === undefined ? `there is ${listNames(allowed, name)}` : `did you mean "${suggestion}"?`;
  return [
    {
      pointer: toPointer(path),
      code: `unknown_${what}`,
      detail: `there is no ${what} "${name}"; ${hint}`,
      allowed,
      suggestion,
    },
  ];
}

function notInstalled(path: (string | number)[], connector: string): ProblemDetail {
  const detail = `the connector "${connector}" is not installed in this workspace; install it first`;
  return { pointer: toPointer(path), code: 'not_installed', detail };
}

function noReport(index: number, report: string): ProblemDetail {
  return {
    pointer: toPointer(['steps', index, 'report']),
    code: 'unknown_report',
    detail: `the branch has no report "${report}"`,
  };
}
