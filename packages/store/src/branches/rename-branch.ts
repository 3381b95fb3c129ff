import { Problem } from '@tallyhook/schemas';
import {
  branches,
  branchExists,
  branchOf,
  mainBranch,
  openBranch,
  requireFreeName,
  type Branch,
} from '../database/branches.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Store } from '../database/store.ts';
import { checkBranchName } from './copy-branch.ts';

/**
 * Renames a branch. Everything that belongs to it knows it by its id.
 * @throws Problem `not_found`, `already_exists`, `invalid_input`, and `invalid_request` for the main branch.
 */
export async function renameBranch(
  store: Store,
  workspaceId: string,
  { name, to }: { name: string; to: string },
): Promise<Branch> {
  if (name === mainBranch) throw new Problem('invalid_request', `The branch "${mainBranch}" keeps its name.`);
  checkBranchName(to);
  const { id } = await openBranch(store, workspaceId, name);
  await requireFreeName(store, workspaceId, { name: to, id });
  try {
    const changed = await branches(store, workspaceId).findOneAndUpdate(
      { _id: id },
      { $set: { name: to } },
      { returnDocument: 'after' },
    );
    if (!changed) throw new Problem('not_found', `The branch "${name}" was deleted.`);
    await renameElsewhere(store, id, to);
    return branchOf(workspaceId, changed);
  } catch (error) {
    throw isDuplicateKey(error) ? branchExists(to, error) : error;
  }
}

/** What belongs to a branch is found by its id, and shows its name. */
async function renameElsewhere(store: Store, branchId: string, name: string): Promise<void> {
  await store.system.collection('api_keys').updateMany({ branchId }, { $set: { branch: name } });
  for (const routes of ['record_routes', 'schedule_routes', 'trigger_routes', 'workflow_addresses'])
    await store.system.collection(routes).updateMany({ branchId }, { $set: { branchName: name } });
}
