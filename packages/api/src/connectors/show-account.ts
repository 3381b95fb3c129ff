import type { AccountUser, LinkedAccount as ShownAccount } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import { listBranches, openBranch } from '@tallyhook/store/branches';
import { listDefinitions } from '@tallyhook/store/definitions';
import { listAccountUses } from '@tallyhook/store/workflows';

/** Accounts as people see them, with their own webhook addresses and the workflows that use them. */
export async function showAccounts(
  { store, baseUrl }: { store: Store; baseUrl: string },
  workspaceId: string,
  accounts: readonly LinkedAccount[],
): Promise<ShownAccount[]> {
  const users = await usersOf(
    store,
    workspaceId,
    accounts.map(({ id }) => id),
  );
  return accounts.map(({ hookKey, ...account }) => ({
    ...account,
    hookAddress: `${baseUrl}/hooks/${account.connector}/${hookKey}`,
    usedBy: users.get(account.id) ?? [],
  }));
}

/** One account as people see it. */
export async function showAccount(
  deps: { store: Store; baseUrl: string },
  account: LinkedAccount,
): Promise<ShownAccount> {
  return (await showAccounts(deps, account.workspaceId, [account]))[0]!;
}

async function usersOf(store: Store, workspaceId: string, ids: readonly string[]): Promise<Map<string, AccountUser[]>> {
  const uses = (await listAccountUses(store, workspaceId)).filter(({ accountId }) => ids.includes(accountId));
  const users = new Map<string, AccountUser[]>();
  if (uses.length === 0) return users;
  for (const { id: branchId, name: branch } of await listBranches(store, workspaceId)) {
    const onBranch = uses.filter((use) => use.branchId === branchId);
    if (onBranch.length === 0) continue;
    const workflows = await listDefinitions(store, await openBranch(store, workspaceId, branch), 'workflow');
    for (const { accountId, workflowId, on } of onBranch) {
      const name = workflows.find(({ id }) => id === workflowId)?.name;
      // A deleted workflow keeps its settings, for undo.
      if (name !== undefined) users.set(accountId, [...(users.get(accountId) ?? []), { workflowId, name, branch, on }]);
    }
  }
  return users;
}
