import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { openBranchOf, type Branch } from '@tallyhook/store/branches';

/** The branch of a route; null if it was deleted. */
export async function branchOfRoute(
  store: Store,
  route: { workspaceId: string; branchName: string; branchId: string },
): Promise<Branch | null> {
  return openBranchOf(store, route).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  });
}
