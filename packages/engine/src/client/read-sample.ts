import { Problem, type Workflow } from '@tallyhook/schemas';
import { walkSteps, workflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { findDelivery, listDeliveries } from '@tallyhook/store/deliveries';
import { listRuns, listStepResults, type Run } from '@tallyhook/store/runs';
import { addressConnector, listWorkflowAddresses } from '@tallyhook/store/workflows';
import { readDeliveryRoots } from '../kinds/connector.ts';
import { engineKinds } from '../kinds/index.ts';
import { itemOfTurn } from '../workflows/item-path.ts';

/** Values for templates, and where they come from. */
export interface Sample {
  from: { kind: 'run' | 'delivery'; id: string } | null;
  trigger: Record<string, unknown>;
  steps: Record<string, unknown>;
}

interface SampledWorkflow {
  workflowId: string;
  definition: unknown;
  /** The delivery to take, instead of the last run or delivery. */
  deliveryId?: string | undefined;
}

const maxTests = 20;

/**
 * Reads values that the templates of a workflow can read: those of its last run, otherwise those of the last delivery
 * that its trigger could take. Outputs of steps that were tested since win.
 * @throws Problem `not_found` if the workspace has no such delivery
 */
export async function readSample(store: Store, branch: Branch, workflow: SampledWorkflow): Promise<Sample> {
  const { workspaceId, id: branchId } = branch;
  const place = { workspaceId, branchId, workflowId: workflow.workflowId };
  const [run] = (await listRuns(store, { ...place, isTest: false, limit: 1 })).runs;
  // Without the time, all runs of the workflow would be looked through for tests.
  const tests = (await listRuns(store, { ...place, isTest: true, queuedFrom: run?.queuedAt, limit: maxTests })).runs;
  const base = await readBase(store, branch, workflow, run);
  const since = tests.filter(({ id }) => run === undefined || id > run.id).toReversed();
  const tested = await Promise.all(since.map((test) => outputsOf(store, workflow.definition, test)));
  return { ...base, steps: Object.assign({}, base.steps, ...tested) as Record<string, unknown> };
}

async function readBase(
  store: Store,
  branch: Branch,
  { workflowId, definition, deliveryId }: SampledWorkflow,
  run: Run | undefined,
): Promise<Sample> {
  if (deliveryId !== undefined) {
    if ((await findDelivery(store, branch.workspaceId, deliveryId)) === null) throw noDelivery(deliveryId);
    return ofDelivery(store, deliveryId);
  }
  const trigger = (definition as Partial<Workflow> | undefined)?.trigger;
  const same = run !== undefined && run.trigger.kind === trigger?.kind ? run : undefined;
  const steps = same === undefined ? {} : await outputsOf(store, definition, same);
  const last = await lastDelivery(store, branch, { workflowId, trigger });
  // Ids begin with the time: a delivery that came after the run is newer than its own.
  if (last !== undefined && (same === undefined || last > same.id))
    return { ...(await ofDelivery(store, last)), steps };
  if (same === undefined) return { from: null, trigger: {}, steps };
  const roots = await engineKinds.triggers[same.trigger.kind]!.readRoots(store, same.trigger, same).catch(emptyIfGone);
  return { from: { kind: 'run', id: same.id }, trigger: roots, steps };
}

async function ofDelivery(store: Store, id: string): Promise<Sample> {
  const trigger = await readDeliveryRoots(store, id).catch(emptyIfGone);
  return { from: { kind: 'delivery', id }, trigger, steps: {} };
}

/** Deliveries are kept for a time only. */
function emptyIfGone(error: unknown): Record<string, unknown> {
  if (error instanceof Problem) return {};
  throw error;
}

/** The outputs of the completed steps of a run; of loops, those of the first turn. */
async function outputsOf(store: Store, definition: unknown, { id }: Run): Promise<Record<string, unknown>> {
  const items = itemsOfSteps(definition);
  const results = await listStepResults(store, id, [...new Set(items.values())]);
  const completed = results.filter(({ status, stepId, item }) => status === 'completed' && items.get(stepId) === item);
  return Object.fromEntries(completed.map(({ stepId, output }) => [stepId, output]));
}

/** The item path of each step in the first turn of the loops around it. */
export function itemsOfSteps(definition: unknown): Map<string, string> {
  const { steps } = (definition ?? {}) as { steps?: unknown };
  return new Map(
    walkSteps(steps, workflowKinds).map(({ step, parents }) => {
      const loops = parents.filter(({ kind }) => kind === 'forEach');
      return [step.id, loops.reduce((item) => itemOfTurn(item, 0), '')];
    }),
  );
}

const looked = 100;

/** The last delivery that a trigger could take. */
async function lastDelivery(
  store: Store,
  { workspaceId, id: branchId }: Branch,
  { workflowId, trigger }: { workflowId: string; trigger: Workflow['trigger'] | undefined },
): Promise<string | undefined> {
  if (trigger?.kind === 'connector') {
    const { connector, events = [] } = trigger;
    const { deliveries } = await listDeliveries(store, workspaceId, { connector, limit: looked });
    return deliveries.find(({ event }) => events.some((wanted) => wanted === '*' || wanted === event))?.id;
  }
  if (trigger?.kind !== 'address') return undefined;
  const address = (await listWorkflowAddresses(store, branchId)).get(workflowId);
  const { deliveries } = await listDeliveries(store, workspaceId, { connector: addressConnector, limit: looked });
  return deliveries.find(({ accountId }) => accountId === address?.id)?.id;
}

const noDelivery = (id: string) =>
  new Problem('not_found', `This workspace has no delivery "${id}": GET /api/deliveries lists them.`);
