import type { Workflow } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import { listBranches, openBranch } from '@tallyhook/store/branches';
import { listDefinitions } from '@tallyhook/store/definitions';
import { getWorkflowSettings, listAccountUses, publishTriggerRoutes } from '@tallyhook/store/workflows';

/** Lets the workflows that use an account get its deliveries again, after it had been stopped. */
export async function publishAgain(
  store: Store,
  { id, workspaceId }: Pick<LinkedAccount, 'id' | 'workspaceId'>,
  by: string,
): Promise<void> {
  const uses = (await listAccountUses(store, workspaceId)).filter(({ accountId }) => accountId === id);
  for (const { id: branchId, name } of uses.length === 0 ? [] : await listBranches(store, workspaceId)) {
    const onBranch = new Set(uses.filter((use) => use.branchId === branchId).map(({ workflowId }) => workflowId));
    if (onBranch.size === 0) continue;
    const workflows = await listDefinitions(store, await openBranch(store, workspaceId, name), 'workflow');
    for (const { id: workflowId, definition } of workflows.filter((workflow) => onBranch.has(workflow.id))) {
      const place = { workspaceId, branchId, workflowId };
      const published = { ...place, branchName: name, definition: definition as Workflow };
      await publishTriggerRoutes(store, published, await getWorkflowSettings(store, place), by);
    }
  }
}
