import type { Store } from '@tallyhook/store';
import { countWorkers } from '@tallyhook/store/runs';
import type { TemporalClient } from './temporal-client.ts';

const askTimeoutMs = 2_000;
/** Three heartbeat intervals of a worker. */
export const workerSilenceMs = 15_000;

/** Whether workflows can run right now. */
export interface TemporalDescription {
  /** Temporal answers and knows the namespace. */
  reachable: boolean;
  /** A worker takes work. */
  worker: boolean;
  /** Days that Temporal keeps ended runs; null when it cannot be reached. */
  retentionDays: number | null;
  /** The problem as a sentence; null when all is well. */
  problem: string | null;
}

/** Reads the state of Temporal and of the workers. Does not throw when Temporal is down. */
export async function describeTemporal(temporal: TemporalClient, store: Store): Promise<TemporalDescription> {
  const [retentionDays, workers] = await Promise.all([
    readRetentionDays(temporal).catch(() => null),
    countWorkers(store, new Date(Date.now() - workerSilenceMs)),
  ]);
  const reachable = retentionDays !== null;
  const worker = workers > 0;
  return { reachable, worker, retentionDays, problem: nameProblem(temporal, { reachable, worker }) };
}

async function readRetentionDays({ call, namespace }: TemporalClient): Promise<number> {
  const { config } = await call(askTimeoutMs, (client) => client.workflowService.describeNamespace({ namespace }));
  const seconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
  return seconds / (24 * 60 * 60);
}

function nameProblem(
  { address, namespace }: TemporalClient,
  { reachable, worker }: { reachable: boolean; worker: boolean },
): string | null {
  if (!reachable) return `Temporal does not answer at ${address}, or has no namespace "${namespace}".`;
  return worker ? null : 'No worker takes work: start one.';
}
