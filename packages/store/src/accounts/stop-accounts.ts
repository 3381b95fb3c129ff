import type { ClientSession } from 'mongodb';
import type { Store } from '../database/store.ts';
import { removeAccountRoutes } from '../triggers/trigger-routes.ts';
import { accounts } from './linked-accounts.ts';

/**
 * Stops the own accounts of a person who leaves a workspace, in the transaction that audits it: nothing uses their
 * credentials any more but to end their subscriptions at the services, and they receive no deliveries. Accounts that are shared with the workspace stay.
 */
export async function stopAccountsOf(
  store: Store,
  { workspaceId, personId, now }: { workspaceId: string; personId: string; now: Date },
  session: ClientSession,
): Promise<void> {
  const own = { workspaceId, ownerPersonId: personId, shared: false };
  const rows = await accounts(store)
    .find(own, { session, projection: { _id: 1 } })
    .toArray();
  if (rows.length === 0) return;
  const reason = 'The person who linked this account left the workspace.';
  await accounts(store).updateMany(own, { $set: { stopped: { at: now, reason } } }, { session });
  await removeAccountRoutes(
    store,
    rows.map(({ _id }) => _id),
    session,
  );
}
