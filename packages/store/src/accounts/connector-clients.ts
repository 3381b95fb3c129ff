import { Problem } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { audited } from '../audit/audit.ts';
import { isOwnInstallation, listOwnInstallations } from '../connectors/installations.ts';
import { coreWorkspaceId } from '../database/core-workspace.ts';
import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import type { AccountClient } from './linked-accounts.ts';

/** The OAuth 2 client with which accounts of a connector are linked. Never contains the secret. */
export interface ConnectorClient {
  connector: string;
  /** The id that the service gave the client. */
  clientId: string;
  hasSecret: boolean;
  /** Whether it is the installation's, for all workspaces, or the workspace's own. */
  isShared: boolean;
  changedAt: string;
}

interface ConnectorClientDocument {
  /** Workspace and connector. */
  _id: string;
  workspaceId: string;
  connector: string;
  clientId: string;
  sealed?: SealedText;
  changedAt: Date;
  changedBy: string;
}

export const connectorClientIndexes: CollectionIndexes = {
  collection: 'connector_clients',
  indexes: [{ key: { workspaceId: 1, connector: 1 }, unique: true }],
};

const clients = (store: Store): Collection<ConnectorClientDocument> =>
  store.system.collection(connectorClientIndexes.collection);

/** One connector in one workspace. In the workspace of the operators it stands for the installation. */
export interface ConnectorPlace {
  workspaceId: string;
  connector: string;
}

const idOf = ({ workspaceId, connector }: ConnectorPlace): string => `${workspaceId}:${connector}`;
const sealedPlace = ({ workspaceId, connector }: ConnectorPlace) => ({
  workspaceId,
  accountId: `client/${connector}`,
});

/** Sets the client of a connector for a workspace; in the operators' workspace for all that have none of their own. */
export async function setConnectorClient(
  store: Store,
  place: ConnectorPlace,
  { id: clientId, secret }: AccountClient,
  { by, now }: { by: string; now: Date },
): Promise<ConnectorClient> {
  const { workspaceId, connector } = place;
  const sealed = secret === undefined ? undefined : await sealText(store, { ...sealedPlace(place), text: secret });
  const row: ConnectorClientDocument = {
    ...{ _id: idOf(place), workspaceId, connector, clientId },
    ...(sealed && { sealed }),
    ...{ changedAt: now, changedBy: by },
  };
  const entry = { action: 'client.set', by, at: now, workspaceId, target: connector, details: { clientId } } as const;
  await audited(store, entry, (session) => clients(store).replaceOne({ _id: row._id }, row, { upsert: true, session }));
  return toClient(row);
}

/**
 * Removes the client of a connector. Accounts that were linked with it can no longer refresh their tokens.
 * @throws Problem `not_found`.
 */
export async function removeConnectorClient(
  store: Store,
  place: ConnectorPlace,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const { workspaceId, connector } = place;
  const entry = { action: 'client.removed', by, at: now, workspaceId, target: connector } as const;
  await audited(store, entry, async (session) => {
    const { deletedCount } = await clients(store).deleteOne({ _id: idOf(place) }, { session });
    if (deletedCount === 0)
      throw new Problem('not_found', `This workspace has no OAuth client of its own for "${connector}".`);
  });
}

/**
 * Lists the clients that a workspace can link accounts with: its own, and the installation's for the other connectors of
 * the marketplace.
 */
export async function listConnectorClients(store: Store, workspaceId: string): Promise<ConnectorClient[]> {
  const rows = await clients(store)
    .find({ workspaceId: { $in: [workspaceId, coreWorkspaceId] } }, { projection: { 'sealed.data': 0 } })
    .sort({ connector: 1 })
    .toArray();
  const own = await listOwnInstallations(store, workspaceId);
  for (const row of rows) if (row.workspaceId === workspaceId) own.add(row.connector);
  return rows.filter((row) => row.workspaceId === workspaceId || !own.has(row.connector)).map(toClient);
}

/**
 * The client with which accounts of a connector sign in: the workspace's own, or the installation's. The installation's
 * client is only for connectors of the marketplace, because a workspace decides where its own ones send it.
 */
export async function openConnectorClient(store: Store, place: ConnectorPlace): Promise<AccountClient | undefined> {
  const ids = [idOf(place), idOf({ ...place, workspaceId: coreWorkspaceId })];
  // Each call of an account asks, and most connectors have no client: one read must do.
  const rows = await clients(store)
    .find({ _id: { $in: ids } })
    .toArray();
  const [own, shared] = ids.map((id) => rows.find(({ _id }) => _id === id));
  if (own !== undefined) return open(store, own);
  if (shared === undefined || (await isOwnInstallation(store, place.workspaceId, place.connector))) return undefined;
  return open(store, shared);
}

async function open(store: Store, row: ConnectorClientDocument): Promise<AccountClient> {
  const { clientId: id, sealed } = row;
  return sealed === undefined ? { id } : { id, secret: await openText(store, { ...sealedPlace(row), sealed }) };
}

function toClient({ connector, clientId, sealed, workspaceId, changedAt }: ConnectorClientDocument): ConnectorClient {
  const isShared = workspaceId === coreWorkspaceId;
  return { connector, clientId, hasSecret: sealed !== undefined, isShared, changedAt: changedAt.toISOString() };
}
