import type { LinkedAccount as ShownAccount } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import { listMembers } from '@tallyhook/store/people';
import { usersOf } from './account-users.ts';

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
  const members = new Set((await listMembers(store, workspaceId)).map(({ personId }) => personId));
  return accounts.map(({ hookKey, ...account }) => ({
    ...account,
    ownerHasLeft: account.ownerPersonId !== null && !members.has(account.ownerPersonId),
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
