import type { RunSummary } from '@tallyhook/schemas/api';
import type { Run } from '@tallyhook/store/runs';
import type { Readable } from '../readable.ts';

/** A run in a list. */
export function summarizeRun(run: Run): Readable<RunSummary> {
  const { id, workflowId, workflowName, trigger, status, attempt, queuedAt, startedAt, endedAt, error } = run;
  const { isUndecided, isTest } = run;
  return {
    ...{ id, workflowId, workflowName, trigger, status, attempt, queuedAt, startedAt, endedAt, error },
    ...(isUndecided && { isUndecided }),
    ...(isTest && { isTest }),
  };
}
