import type { Workflow } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { listDeliveries } from '@tallyhook/store/deliveries';
import { listRuns, listStepResults } from '@tallyhook/store/runs';
import { readDeliveryRoots } from '../kinds/connector.ts';
import { engineKinds } from '../kinds/index.ts';

/** Values for templates, and where they come from. */
export interface Sample {
  from: { kind: 'run' | 'delivery'; id: string } | null;
  trigger: Record<string, unknown>;
  steps: Record<string, unknown>;
}

/**
 * Reads values that the templates of a workflow can read: those of its last run, otherwise those of the last delivery
 * that its trigger could take.
 */
export async function readSample(
  store: Store,
  { workspaceId, id: branchId }: Branch,
  { workflowId, definition }: { workflowId: string; definition: unknown },
): Promise<Sample> {
  const [run] = (await listRuns(store, { workspaceId, branchId, workflowId, limit: 1 })).runs;
  const trigger = (definition as Partial<Workflow> | undefined)?.trigger;
  if (run !== undefined && run.trigger.kind === trigger?.kind) {
    const [roots, results] = await Promise.all([
      engineKinds.triggers[run.trigger.kind]!.readRoots(store, run.trigger, run).catch(() => ({})),
      listStepResults(store, run.id, ['']),
    ]);
    const completed = results.filter(({ status }) => status === 'completed');
    const steps = Object.fromEntries(completed.map(({ stepId, output }) => [stepId, output]));
    return { from: { kind: 'run', id: run.id }, trigger: roots, steps };
  }
  const delivery = trigger?.kind === 'connector' ? await lastDelivery(store, workspaceId, trigger) : undefined;
  if (delivery === undefined) return { from: null, trigger: {}, steps: {} };
  const roots = await readDeliveryRoots(store, delivery).catch(() => ({}));
  return { from: { kind: 'delivery', id: delivery }, trigger: roots, steps: {} };
}

const looked = 100;

async function lastDelivery(
  store: Store,
  workspaceId: string,
  { connector, events = [] }: { connector: string; events?: string[] },
): Promise<string | undefined> {
  const { deliveries } = await listDeliveries(store, workspaceId, { connector, limit: looked });
  return deliveries.find(({ event }) => events.includes('*') || events.includes(event))?.id;
}
