import { WorkflowNotFoundError } from '@temporalio/client';
import type { Run } from '@tallyhook/store/runs';
import type { TemporalClient } from './temporal-client.ts';

const cancelTimeoutMs = 5_000;

/**
 * Cancels a run at Temporal. It ends as soon as the current step has stopped. A run that has ended there stays
 * unchanged.
 * @throws Temporal's errors when it cannot be reached
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
