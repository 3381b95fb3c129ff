import type { Workflow } from '@tallyhook/schemas';
import type { AccountUser } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import { listBranches, openBranch } from '@tallyhook/store/branches';
import { listDefinitions } from '@tallyhook/store/definitions';
import { getWorkflowSettings, listAccountUses, publishTriggerRoutes } from '@tallyhook/store/workflows';

/** A workflow for which an account was chosen. */
interface Use {
  accountId: string;
  user: AccountUser;
  branchId: string;
  definition: Workflow;
}

/** The workflows that use each of these accounts, on all branches. Deleted workflows keep their settings but use no account. */
export async function usersOf(
  store: Store,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AccountUser[]>> {
  const uses = await listUses(store, workspaceId, ids);
  return new Map(
    [...Map.groupBy(uses, ({ accountId }) => accountId)].map(([id, some]) => [id, some.map(({ user }) => user)]),
  );
}

/** Lets the workflows that use an account get its deliveries again, after its id changed or it had been stopped. */
export async function publishAgain(
  store: Store,
  { id, workspaceId }: Pick<LinkedAccount, 'id' | 'workspaceId'>,
  by: string,
): Promise<void> {
  for (const { branchId, definition, user } of await listUses(store, workspaceId, [id])) {
    const place = { workspaceId, branchId, workflowId: user.workflowId };
    const published = { ...place, branchName: user.branch, definition };
    await publishTriggerRoutes(store, published, await getWorkflowSettings(store, place), by);
  }
}

async function listUses(store: Store, workspaceId: string, ids: readonly string[]): Promise<Use[]> {
  const uses = (await listAccountUses(store, workspaceId)).filter(({ accountId }) => ids.includes(accountId));
  const found: Use[] = [];
  for (const { id: branchId, name: branch } of uses.length === 0 ? [] : await listBranches(store, workspaceId)) {
    const onBranch = uses.filter((use) => use.branchId === branchId);
    if (onBranch.length === 0) continue;
    const workflows = await listDefinitions(store, await openBranch(store, workspaceId, branch), 'workflow');
    for (const { accountId, workflowId, on } of onBranch) {
      const workflow = workflows.find(({ id }) => id === workflowId);
      if (workflow === undefined) continue;
      const user = { workflowId, name: workflow.name, branch, on };
      found.push({ accountId, user, branchId, definition: workflow.definition as Workflow });
    }
  }
  return found;
}
