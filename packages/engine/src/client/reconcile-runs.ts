import { WorkflowNotFoundError, type WorkflowExecutionStatusName } from '@temporalio/client';
import type { Store } from '@tallyhook/store';
import { getRun, isEnded, listOpenRuns, type Run } from '@tallyhook/store/runs';
import { endCancelledRun } from '../end-cancelled-run.ts';
import { endOpenRun } from '../end-open-run.ts';
import { cancelRun } from './cancel-run.ts';
import { startRun } from './start-run.ts';
import type { TemporalClient } from './temporal-client.ts';

const describeTimeoutMs = 5_000;
const pageSize = 100;
/** A run that Temporal has just ended is about to record its own end. */
const graceMs = 2_000;

export interface ReconcileOptions {
  /** Skips runs younger than this, in milliseconds. */
  olderThanMs: number;
  /** Maximum number of runs to compare per call. */
  limit?: number;
  /** Stops the comparison early. */
  signal?: AbortSignal;
}

/**
 * The number of runs that were shown as ended, and of runs that Temporal had lost before they began and that were
 * started.
 */
export interface Reconciled {
  ended: number;
  started: number;
}

/**
 * Compares open runs with Temporal.
 * - A run that Temporal ended without recording its end (terminated, timed out, failed before its first step,
 *   forgotten) is shown as failed, "ended by the engine".
 * - A run that never began and that Temporal does not know is started.
 * - A run that a person cancelled while Temporal was away is cancelled there.
 * @throws when Temporal cannot be reached
 */
export async function reconcileRuns(
  store: Store,
  temporal: TemporalClient,
  { olderThanMs, limit = 1_000, signal }: ReconcileOptions,
): Promise<Reconciled> {
  const queuedBefore = new Date(Date.now() - olderThanMs);
  const reconciled: Reconciled = { ended: 0, started: 0 };
  let after: string | undefined;
  for (let looked = 0; looked < limit; looked += pageSize) {
    const runs = await listOpenRuns(store, { queuedBefore, after, limit: pageSize });
    await reconcilePage(store, temporal, runs, reconciled);
    after = runs.at(-1)?.id;
    if (runs.length < pageSize || signal?.aborted) break;
  }
  return reconciled;
}

async function reconcilePage(store: Store, temporal: TemporalClient, runs: Run[], counts: Reconciled): Promise<void> {
  const over: [Run, string][] = [];
  for (const run of runs) {
    const status = await readStatus(temporal, run);
    const sentence = endSentences[status];
    if (run.status === 'queued' && status === 'NOT_FOUND' && run.trigger.kind === 'called' && run.attempt === 1) {
      // The run that called it starts it.
      if (await isOver(store, run.trigger.runId)) over.push([run, 'the run that called it ended before it began']);
    } else if (run.status === 'queued' && status === 'NOT_FOUND') {
      // The row turns `running` before anything else happens, so this run has done nothing yet and may start.
      await startRun(store, temporal, run);
      counts.started++;
    } else if (sentence !== undefined) over.push([run, sentence]);
    else if (run.cancelAsked) await cancelRun(temporal, run);
  }
  if (over.length > 0) await new Promise((resolve) => setTimeout(resolve, graceMs));
  // Changes nothing if the run has recorded its own end in the meantime.
  for (const [run, sentence] of over) if (await endBySweep(store, run, sentence)) counts.ended++;
}

async function isOver(store: Store, runId: string): Promise<boolean> {
  const run = await getRun(store, runId);
  return run === null || isEnded(run);
}

function endBySweep(store: Store, run: Run, sentence: string): Promise<boolean> {
  if (run.cancelAsked) return endCancelledRun(store, run.id, new Date());
  const error = { code: 'ended_by_engine', message: `Ended by the engine: ${sentence}.` };
  return endOpenRun(store, run.id, { status: 'failed', error, at: new Date() });
}

type TemporalStatus = WorkflowExecutionStatusName | 'NOT_FOUND';

/** What Temporal's states mean for a run that is open here. The other states are open at Temporal too. */
const endSentences: Partial<Record<TemporalStatus, string>> = {
  NOT_FOUND: 'Temporal no longer knows the run',
  COMPLETED: 'the run ended at Temporal, but its end was not recorded',
  FAILED: 'the program that runs workflows failed; see the worker log',
  TERMINATED: 'someone terminated the run in Temporal',
  TIMED_OUT: 'the run exceeded the time limit of Temporal',
  CANCELLED: 'someone cancelled the run in Temporal',
};

async function readStatus(temporal: TemporalClient, run: Run): Promise<TemporalStatus> {
  try {
    const { status } = await temporal.call(describeTimeoutMs, (client) =>
      client.workflow.getHandle(run.temporalWorkflowId).describe(),
    );
    return status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'NOT_FOUND';
    throw error;
  }
}
