import { createSharedReads, oncePer, type SharedReads, type Store } from '@tallyhook/store';
import { openBranchOf, type Branch } from '@tallyhook/store/branches';
import type { Run } from '@tallyhook/store/runs';
import { readOnce } from './read-once.ts';

/**
 * Opens the branch of a run.
 * @throws Problem `not_found`
 */
export async function openBranchOfRun(store: Store, run: Run): Promise<Branch> {
  return readOnce(run, 'branch', () =>
    // Runs that begin at the same time are often on the same branch.
    sharedReads(store)(JSON.stringify([run.workspaceId, run.branchId]), () => openBranchOf(store, run)),
  );
}

const sharedReads = oncePer<Store, SharedReads>(createSharedReads);
