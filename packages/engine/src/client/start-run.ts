import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Store } from '@tallyhook/store';
import type { Run } from '@tallyhook/store/runs';
import { runsTaskQueue } from '../task-queues.ts';
import type { runWorkflow, RunWorkflowInput } from '../workflows/run-workflow.ts';
import type { TemporalClient } from './temporal-client.ts';

/** Below the ten seconds that other services wait for the answer to a delivery. */
const startTimeoutMs = 5_000;

/** The workflow input of a run, without its id. */
export type StartRunOptions = Omit<RunWorkflowInput, 'runId'>;

/**
 * Starts a queued run at Temporal. Starting it again, concurrently or later, has no effect: the two id policies return
 * an open run and reject the id of an ended one.
 * @throws Temporal's errors when it cannot be reached
 */
export async function startRun(
  store: Store,
  temporal: TemporalClient,
  run: Pick<Run, 'id' | 'temporalWorkflowId'>,
  options: StartRunOptions = {},
): Promise<void> {
  try {
    await temporal.call(startTimeoutMs, (client) =>
      client.workflow.start<typeof runWorkflow>('runWorkflow', {
        workflowId: run.temporalWorkflowId,
        taskQueue: runsTaskQueue(store),
        args: [{ runId: run.id, advances: true, ...options }],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
