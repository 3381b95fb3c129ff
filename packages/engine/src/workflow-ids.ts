/** Identifies the run that a delivery starts. */
export interface DeliveryRun {
  workspaceId: string;
  branchId: string;
  workflowId: string;
  /** SHA-256 of connector, account and delivery id, in hex. */
  identity: string;
  /** 1 for the delivery's own run, higher for manual re-runs. */
  attempt?: number;
}

/**
 * The Temporal workflow id of the run that a delivery starts. The same delivery gives the same id, so a run starts only
 * once. Operators of Temporal read ids as plain text, so values from other services appear only as a digest.
 */
export function deliveryWorkflowId({ workspaceId, branchId, workflowId, identity, attempt = 1 }: DeliveryRun): string {
  const id = `hook:${workspaceId}:${branchId}:${workflowId}:${identity}`;
  return attempt === 1 ? id : `${id}:r${attempt}`;
}

/** The Temporal workflow id of a run that somebody started by hand; `id` is new for each press. */
export function handWorkflowId({
  workspaceId,
  branchId,
  workflowId,
  id,
}: Pick<DeliveryRun, 'workspaceId' | 'branchId' | 'workflowId'> & { id: string }): string {
  return `hand:${workspaceId}:${branchId}:${workflowId}:${id}`;
}

/** The Temporal workflow id of a run that a schedule starts: one for each scheduled moment. */
export function scheduleWorkflowId({
  workspaceId,
  branchId,
  workflowId,
  at,
}: Pick<DeliveryRun, 'workspaceId' | 'branchId' | 'workflowId'> & { at: string }): string {
  return `schedule:${workspaceId}:${branchId}:${workflowId}:${at}`;
}

/** The Temporal workflow id of a run that a step of another run calls: one for each step and item. */
export function calledWorkflowId(
  { workspaceId, branchId, workflowId }: Pick<DeliveryRun, 'workspaceId' | 'branchId' | 'workflowId'>,
  { runId, stepId, item }: { runId: string; stepId: string; item: string },
): string {
  return `call:${workspaceId}:${branchId}:${workflowId}:${runId}:${stepId}:${item}`;
}

/** The Temporal workflow id of a run that a changed record starts: one for each change. */
export function changeWorkflowId({
  workspaceId,
  branchId,
  workflowId,
  change,
}: Pick<DeliveryRun, 'workspaceId' | 'branchId' | 'workflowId'> & { change: number }): string {
  return `change:${workspaceId}:${branchId}:${workflowId}:${change}`;
}
