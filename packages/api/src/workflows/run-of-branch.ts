import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { getRun, type Run } from '@tallyhook/store/runs';

/**
 * Reads a run of a branch.
 * @throws Problem `not_found` if the branch has no run with that id.
 */
export async function runOfBranch(store: Store, branch: Branch, id: string): Promise<Run> {
  const run = await getRun(store, id);
  if (run?.workspaceId === branch.workspaceId && run.branchId === branch.id) return run;
  throw new Problem('not_found', `There is no run "${id}" on the branch "${branch.name}": GET /api/runs lists them.`);
}
