import { Problem } from '@tallyhook/schemas';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { openBranchOf } from '@tallyhook/store/branches';
import { listUnpublished, notePublished, type UnpublishedCommit } from '@tallyhook/store/commits';
import { settleMerged } from './settle-merged.ts';

/** The process that merged has this long to publish the workflows. */
const leaveMs = 60_000;

/**
 * Publishes the workflows of merges whose process died before it did. Doing it twice changes nothing. Returns how many
 * merges there were; throws the first error after all of them.
 */
export async function settleLeftovers(
  services: { store: Store; kinds: WorkflowKinds },
  { now, leaveForMs = leaveMs }: { now: Date; leaveForMs?: number },
): Promise<number> {
  const left = await listUnpublished(services.store, new Date(now.getTime() - leaveForMs));
  const errors: unknown[] = [];
  for (const commit of left) await settle(services, commit).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
  return left.length;
}

async function settle(
  services: { store: Store; kinds: WorkflowKinds },
  { workspaceId, branchId, id, by }: UnpublishedCommit,
): Promise<void> {
  const { store } = services;
  const place = { workspaceId, branchId, branchName: branchId };
  const branch = await openBranchOf(store, place).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  });
  // The workflows of a deleted branch are off.
  if (branch === undefined) await notePublished(store, { workspaceId, id });
  else await settleMerged(services, { branch, by }, id);
}
