import { findScheduleMistake } from '@tallyhook/engine/client';
import {
  createValidator,
  Problem,
  toPointer,
  type ConnectorPackage,
  type ProblemDetail,
  type Validator,
  type Workflow,
} from '@tallyhook/schemas';
import {
  blocksOf,
  composeWorkflowSchema,
  walkSteps,
  type AnyTrigger,
  type JsonPath,
  type KindMistake,
  type Lookup,
  type WorkflowKinds,
} from '@tallyhook/schemas/kinds';
import { checkWorkflow } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { findQuestionMistakes } from './question-mistakes.ts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import { getDefinition } from '@tallyhook/store/definitions';

/**
 * Validates a workflow before it is saved: its shape, its templates, and that everything it names exists: connectors of
 * the workspace, their webhooks and actions, reports of the branch.
 * @throws Problem `invalid_workflow` with every mistake.
 */
export async function checkDefinition(
  services: { store: Store; kinds: WorkflowKinds },
  branch: Branch,
  definition: unknown,
): Promise<Workflow> {
  refuse(await findMistakes(services, branch, definition));
  return definition as Workflow;
}

/** Finds every mistake of a workflow; none if it can be saved. `instead` replaces the installed version of a connector. */
export async function findMistakes(
  { store, kinds }: { store: Store; kinds: WorkflowKinds },
  branch: Branch,
  definition: unknown,
  { instead }: { instead?: ConnectorPackage } = {},
): Promise<ProblemDetail[]> {
  const misshapen = validatorOf(kinds)(definition);
  const references = await checkReferences(createLookup(store, branch, instead), kinds, { definition, misshapen });
  // Templates name other steps, so check them only if every step has the right shape.
  const templates = misshapen.length === 0 ? checkWorkflow(definition as Workflow, kinds) : [];
  return [...misshapen, ...templates, ...references];
}

/** Finds the mistakes of a workflow that need no branch: in its shape, and then in its templates. */
export function findShapeMistakes(definition: unknown, kinds: WorkflowKinds): ProblemDetail[] {
  const misshapen = validatorOf(kinds)(definition);
  return misshapen.length > 0 ? misshapen : checkWorkflow(definition as Workflow, kinds);
}

const validators = new WeakMap<WorkflowKinds, Validator>();

function validatorOf(kinds: WorkflowKinds): Validator {
  const validator = validators.get(kinds) ?? createValidator(composeWorkflowSchema(kinds));
  validators.set(kinds, validator);
  return validator;
}

function refuse(errors: ProblemDetail[]): void {
  if (errors.length === 0) return;
  const count = errors.length === 1 ? '1 mistake' : `${errors.length} mistakes`;
  throw new Problem('invalid_workflow', `The workflow has ${count}.`, { errors });
}

/** Checks the trigger and all steps of the right shape, even if others are invalid. */
async function checkReferences(
  lookup: Lookup,
  kinds: WorkflowKinds,
  { definition, misshapen }: { definition: unknown; misshapen: readonly ProblemDetail[] },
): Promise<ProblemDetail[]> {
  if (misshapen.some(({ code }) => code === 'too_deep')) return [];
  const isSound = createSoundness(misshapen);
  const { trigger, steps } = (definition ?? {}) as { trigger?: AnyTrigger; steps?: unknown };
  const errors: ProblemDetail[] = [];
  if (isSound(['trigger'])) {
    const kind = kinds.triggers.find((each) => each.kind === trigger?.kind);
    errors.push(...inPlace(['trigger'], (await kind?.findMistakes?.(trigger!, lookup)) ?? []));
  }
  for (const { step, kind, path } of walkSteps(steps, kinds)) {
    const inside = blocksOf(step, kinds).map(({ name }) => [...path, name]);
    if (isSound(path, inside)) errors.push(...inPlace(path, (await kind?.findMistakes?.(step, lookup)) ?? []));
  }
  return errors;
}

/** Creates a check for whether a place and everything below it, except excluded places, have no mistakes. */
function createSoundness(mistakes: readonly ProblemDetail[]) {
  const isAt = (pointer: string, path: JsonPath) => {
    const place = toPointer(path);
    return pointer === place || pointer.startsWith(`${place}/`);
  };
  return (path: JsonPath, leaveOut: JsonPath[] = []) =>
    !mistakes.some(({ pointer = '#' }) => isAt(pointer, path) && !leaveOut.some((other) => isAt(pointer, other)));
}

function inPlace(place: JsonPath, mistakes: KindMistake[]): ProblemDetail[] {
  return mistakes.map(({ path, ...mistake }) => ({ pointer: toPointer([...place, ...path]), ...mistake }));
}

/** Looks up each connector once, however many steps name it. */
function createLookup(store: Store, branch: Branch, instead?: ConnectorPackage): Lookup {
  const connectors = new Map<string, ReturnType<Lookup['connector']>>();
  if (instead !== undefined) connectors.set(instead.connector.id, Promise.resolve(instead));
  return {
    connector(id) {
      const found = connectors.get(id) ?? orUndefined(getInstalledPackage(store, branch.workspaceId, id));
      connectors.set(id, found);
      return found;
    },
    recordTypes: branch.types,
    findQuestionMistakes: (question) => findQuestionMistakes(question, branch),
    validate: (schema, value) => createValidator(schema)(value),
    findScheduleMistake,
    workflow: async (id) => (await orUndefined(getDefinition(store, branch, 'workflow', id)))?.definition as Workflow,
    hasReport: async (id) => (await orUndefined(getDefinition(store, branch, 'report', id))) !== undefined,
  };
}

/** The value found; undefined for `not_found`. */
async function orUndefined<Value>(finding: Promise<Value>): Promise<Value | undefined> {
  return finding.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  });
}
