import { WorkflowNotFoundError } from '@temporalio/client';
import type { Run } from '@tallyhook/store/runs';
import type { TemporalClient } from './temporal-client.ts';

const cancelTimeoutMs = 5_000;

/**
 * Cancels a run at Temporal: it ends as soon as the step in hand has stopped. One that is over there stays as it is. Throws
 * Temporal's errors when it cannot be reached.
 */
export async function cancelRun(
  temporal: TemporalClient,
  { temporalWorkflowId }: Pick<Run, 'temporalWorkflowId'>,
): Promise<void> {
  try {
    await temporal.call(cancelTimeoutMs, (client) => client.workflow.getHandle(temporalWorkflowId).cancel());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
