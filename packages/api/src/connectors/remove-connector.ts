import { Problem } from '@tallyhook/schemas';
import type { RemovedConnector } from '@tallyhook/schemas/api';
import {
  listConnectorClients,
  listLinkedAccounts,
  removeConnectorClient,
  unlinkAccount,
} from '@tallyhook/store/accounts';
import { findInstallation, uninstallConnector } from '@tallyhook/store/connectors';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import type { Caller } from '../caller.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { findConnectorUsers } from './connector-users.ts';
import { waitForSubscriptions } from './end-subscriptions.ts';
import { revokeAccount } from './revoke-account.ts';

type Parts = Pick<ApiDependencies, 'store' | 'kinds' | 'http' | 'now'>;

/**
 * Removes a connector from a workspace with everything that would be left without it, in an order in which each part
 * still works while the next one ends: its workflows are turned off, its subscriptions end at the service, its accounts
 * are revoked and unlinked, and its OAuth client is deleted.
 * @throws Problem `not_found`.
 */
export async function removeConnector(
  parts: Parts,
  { workspaceId, by }: Pick<Caller, 'workspaceId' | 'by'>,
  connector: string,
): Promise<RemovedConnector> {
  const { store, now } = parts;
  const installation = await findInstallation(store, workspaceId, connector);
  if (installation === undefined)
    throw new Problem('not_found', `The connector "${connector}" is not installed in this workspace.`);
  const workflows = await turnOffUsers(parts, { workspaceId, connector, by });
  const leftSubscriptions = await waitForSubscriptions(store, workspaceId, (one) => one.connector === connector);
  const accounts = await Promise.all(
    (await listLinkedAccounts(store, workspaceId, connector)).map(async (account) => {
      const outcome = await revokeAccount(parts, account);
      await unlinkAccount(store, { workspaceId, accountId: account.id }, { by, now: now() });
      return { label: account.label, ...outcome };
    }),
  );
  const clients = await listConnectorClients(store, workspaceId);
  if (clients.some((client) => client.connector === connector && !client.isShared))
    await removeConnectorClient(store, { workspaceId, connector }, { by, now: now() });
  const details = {
    ...{ version: installation.version, workflows: String(workflows), accounts: String(accounts.length) },
  };
  await uninstallConnector(store, { workspaceId, connector }, { by, details });
  return { workflows, accounts, leftSubscriptions };
}

/** Turns off the workflows that use a connector. Returns how many were on. */
async function turnOffUsers(
  { store, kinds }: Parts,
  { workspaceId, connector, by }: { workspaceId: string; connector: string; by: string },
): Promise<number> {
  const running = (await findConnectorUsers({ store, kinds }, workspaceId, connector)).filter(
    ({ settings }) => settings.on,
  );
  for (const { branch, workflowId, definition, settings } of running) {
    const workflow = { workspaceId, branchId: branch.id, branchName: branch.name, workflowId, definition };
    await publishTriggerRoutes(store, workflow, { ...settings, on: false }, by);
  }
  return running.length;
}
