import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { openBranch, type Branch } from '@tallyhook/store/branches';

/** The branch of a route; null if it was deleted, also if it was created again under its name. */
export async function branchOfRoute(
  store: Store,
  { workspaceId, branchName, branchId }: { workspaceId: string; branchName: string; branchId: string },
): Promise<Branch | null> {
  const branch = await openBranch(store, workspaceId, branchName).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  });
  return branch?.id === branchId ? branch : null;
}
