import { Problem } from '@tallyhook/schemas';
import { audited } from '../audit/audit.ts';
import { branches, openBranch, type BranchProtection } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/**
 * Keeps changing a branch, and merging into it, to some roles.
 * @throws Problem `not_found`.
 */
export async function protectBranch(
  store: Store,
  workspaceId: string,
  { name, protection, by }: { name: string; protection: BranchProtection; by: string },
): Promise<void> {
  const { id } = await openBranch(store, workspaceId, name);
  const details = { name, write: protection.write, merge: protection.merge };
  const entry = { action: 'branch.protected', by, at: new Date(), workspaceId, target: id, details } as const;
  await audited(store, entry, async (session) => {
    const { matchedCount } = await branches(store, workspaceId).updateOne(
      { _id: id },
      { $set: { protection } },
      { session },
    );
    if (matchedCount === 0) throw new Problem('not_found', `The branch "${name}" was deleted.`);
  });
}
