/** Names the run that a delivery starts. */
export interface DeliveryRun {
  workspaceId: string;
  branchId: string;
  workflowId: string;
  /** SHA-256 over connector, account and delivery id, in hex. */
  identity: string;
  /** 1 for the delivery's own run, more for a person's re-runs. */
  attempt?: number;
}

/**
 * The id at Temporal of the run that a delivery starts: the same delivery gives the same id, so it starts nothing twice.
 * Ids are plain text to operators of Temporal, which is why what another service sent stands there as a digest.
 */
export function deliveryWorkflowId({ workspaceId, branchId, workflowId, identity, attempt = 1 }: DeliveryRun): string {
  const id = `hook:${workspaceId}:${branchId}:${workflowId}:${identity}`;
  return attempt === 1 ? id : `${id}:r${attempt}`;
}
