import type { LinkedAccount as ShownAccount } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import { ownersWhoLeft } from './account-owner.ts';
import { usersOf } from './account-users.ts';

/** Accounts as people see them, with the webhook addresses of their own, and the workflows that use them. */
export async function showAccounts(
  { store, baseUrl }: { store: Store; baseUrl: string },
  workspaceId: string,
  { accounts, showsAddress }: { accounts: readonly LinkedAccount[]; showsAddress: boolean },
): Promise<ShownAccount[]> {
  const users = await usersOf(
    store,
    workspaceId,
    accounts.map(({ id }) => id),
  );
  const gone = await ownersWhoLeft(store, workspaceId, accounts);
  return accounts.map(({ hookKey, ...account }) => ({
    ...account,
    ownerHasLeft: account.ownerPersonId !== null && gone.has(account.ownerPersonId),
    // The address is all that one needs to start the workflows of the account.
    hookAddress: showsAddress ? `${baseUrl}/hooks/${account.connector}/${hookKey}` : null,
    usedBy: users.get(account.id) ?? [],
  }));
}

/** One account as people see it. */
export async function showAccount(
  deps: { store: Store; baseUrl: string },
  account: LinkedAccount,
): Promise<ShownAccount> {
  return (await showAccounts(deps, account.workspaceId, { accounts: [account], showsAddress: true }))[0]!;
}
