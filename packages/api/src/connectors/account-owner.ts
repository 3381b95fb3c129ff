import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import { roleOf } from '@tallyhook/store/people';

/** Whether the person who linked an account is no longer a member of its workspace; false if a script linked it. */
export async function hasOwnerLeft(
  store: Store,
  { workspaceId, ownerPersonId }: Pick<LinkedAccount, 'workspaceId' | 'ownerPersonId'>,
): Promise<boolean> {
  return ownerPersonId !== null && (await roleOf(store, workspaceId, ownerPersonId)) === undefined;
}
