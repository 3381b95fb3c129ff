import type { Store } from '@tallyhook/store';
import { openBranch, type Branch } from '@tallyhook/store/branches';

/**
 * Opens the two branches of a merge.
 * @throws Problem `not_found`
 */
export async function openBoth(
  store: Store,
  workspaceId: string,
  names: { from: string; into: string },
): Promise<{ from: Branch; into: Branch }> {
  const [into, from] = await Promise.all([
    openBranch(store, workspaceId, names.into),
    openBranch(store, workspaceId, names.from),
  ]);
  return { from, into };
}
