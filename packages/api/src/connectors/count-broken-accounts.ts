import type { Store } from '@tallyhook/store';
import { listLinkedAccounts } from '@tallyhook/store/accounts';
import type { Caller } from '../caller.ts';
import { usersOf } from './account-users.ts';
import { mayConnect } from './save-account.ts';

/** The accounts that stopped working while workflows that are on use them, and that the caller can connect again. */
export async function countBrokenAccounts(
  store: Store,
  caller: Pick<Caller, 'workspaceId' | 'personId' | 'abilities'>,
): Promise<number> {
  const { workspaceId } = caller;
  if (caller.personId === undefined) return 0;
  const linked = await listLinkedAccounts(store, workspaceId);
  const broken = linked.filter(
    (account) => (account.refused !== null || account.stopped !== null) && mayConnect(account, caller),
  );
  if (broken.length === 0) return 0;
  const users = await usersOf(
    store,
    workspaceId,
    broken.map(({ id }) => id),
  );
  return broken.filter(({ id }) => users.get(id)?.some(({ on }) => on) === true).length;
}
