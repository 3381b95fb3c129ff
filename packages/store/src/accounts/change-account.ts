import { audited } from '../audit/audit.ts';
import type { Store } from '../database/store.ts';
import { removeAccountRoutes } from '../triggers/trigger-routes.ts';
import { makeHookKey } from '../triggers/workflow-addresses.ts';
import type { AccountPlace } from './account-tokens.ts';
import { accounts, getLinkedAccount, type LinkedAccount } from './linked-accounts.ts';

/**
 * Renames an account, or changes whether it is shared with the workspace.
 * @throws Problem `not_found`.
 */
export async function changeAccount(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { label, shared }: { label?: string | undefined; shared?: boolean | undefined },
  { by, now }: { by: string; now: Date },
): Promise<LinkedAccount> {
  const change = { ...(label !== undefined && { label }), ...(shared !== undefined && { shared }) };
  if (Object.keys(change).length > 0) {
    const details = { ...(label !== undefined && { label }), ...(shared !== undefined && { shared: String(shared) }) };
    const entry = { action: 'account.changed', by, at: now, workspaceId, target: accountId, details } as const;
    await audited(store, entry, (session) =>
      accounts(store).updateOne({ _id: accountId, workspaceId }, { $set: change }, { session }),
    );
  }
  return getLinkedAccount(store, workspaceId, accountId);
}

/** Gives an account another webhook address of its own; the old one stops at once. */
export async function rotateHookKey(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { by, now }: { by: string; now: Date },
): Promise<LinkedAccount> {
  const entry = { action: 'account.address_changed', by, at: now, workspaceId, target: accountId } as const;
  await audited(store, entry, (session) =>
    accounts(store).updateOne({ _id: accountId, workspaceId }, { $set: { hookKey: makeHookKey() } }, { session }),
  );
  return getLinkedAccount(store, workspaceId, accountId);
}

/** Deletes an account with its credentials; no workflow gets its deliveries any more. */
export async function unlinkAccount(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const { connector, label } = await getLinkedAccount(store, workspaceId, accountId);
  const details = { connector, label };
  const entry = { action: 'account.unlinked', by, at: now, workspaceId, target: accountId, details } as const;
  await audited(store, entry, async (session) => {
    await accounts(store).deleteOne({ _id: accountId, workspaceId }, { session });
    await removeAccountRoutes(store, [accountId], session);
  });
}
