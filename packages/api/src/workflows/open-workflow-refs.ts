import { nearest, Problem, toPointer } from '@tallyhook/schemas';
import type { WorkflowRefs } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { listBranches } from '@tallyhook/store/branches';

/**
 * The branch ids of workflows that a request names by branch.
 * @throws Problem `invalid_request` for branches that the workspace does not have.
 */
export async function openWorkflowRefs(
  store: Store,
  workspaceId: string,
  { refs, key }: { refs: WorkflowRefs; key: string },
): Promise<{ branchId: string; workflowId: string }[]> {
  const ids = new Map((await listBranches(store, workspaceId)).map(({ id, name }) => [name, id]));
  const errors = refs.flatMap(({ branch }, index) => {
    if (ids.has(branch)) return [];
    const suggestion = nearest(branch, [...ids.keys()]);
    const detail = `there is no branch "${branch}"`;
    return [{ pointer: toPointer([key, index, 'branch']), code: 'unknown_branch', detail, suggestion }];
  });
  if (errors.length > 0)
    throw new Problem('invalid_request', 'The workspace does not have all of these branches.', { errors });
  return refs.map(({ branch, workflowId }) => ({ branchId: ids.get(branch)!, workflowId }));
}
