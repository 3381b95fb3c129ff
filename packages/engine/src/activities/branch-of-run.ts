import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { openBranch, type Branch } from '@tallyhook/store/branches';
import type { Run } from '@tallyhook/store/runs';
import { readOnce } from './read-once.ts';

/**
 * Opens the branch of a run. A branch deleted and recreated under the same name is a different branch.
 * @throws Problem `not_found`
 */
export async function openBranchOfRun(store: Store, run: Run): Promise<Branch> {
  const { workspaceId, branchName, branchId } = run;
  const branch = await readOnce(run, 'branch', () => openBranch(store, workspaceId, branchName));
  if (branch.id === branchId) return branch;
  throw new Problem('not_found', `The branch "${branchName}" of the run was deleted.`);
}
