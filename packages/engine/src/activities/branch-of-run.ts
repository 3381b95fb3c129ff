import type { Store } from '@tallyhook/store';
import { openBranchOf, type Branch } from '@tallyhook/store/branches';
import type { Run } from '@tallyhook/store/runs';
import { readOnce } from './read-once.ts';

/**
 * Opens the branch of a run.
 * @throws Problem `not_found`
 */
export async function openBranchOfRun(store: Store, run: Run): Promise<Branch> {
  return readOnce(run, 'branch', () => openBranchOf(store, run));
}
