import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import { listMembers } from '@tallyhook/store/people';

/** Those who linked accounts of a workspace and are no longer members of it. */
export async function ownersWhoLeft(
  store: Store,
  workspaceId: string,
  accounts: readonly Pick<LinkedAccount, 'ownerPersonId'>[],
): Promise<ReadonlySet<string>> {
  const members = new Set((await listMembers(store, workspaceId)).map(({ personId }) => personId));
  return new Set(accounts.flatMap(({ ownerPersonId }) => ownerPersonId ?? []).filter((id) => !members.has(id)));
}

/** Whether the person who linked an account is no longer a member of its workspace; false if a script linked it. */
export async function hasOwnerLeft(
  store: Store,
  account: Pick<LinkedAccount, 'workspaceId' | 'ownerPersonId'>,
): Promise<boolean> {
  if (account.ownerPersonId === null) return false;
  return (await ownersWhoLeft(store, account.workspaceId, [account])).size > 0;
}
