import { Problem } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { isBuildVersion } from '../connectors/connector-builds.ts';
import { findInstallingWorkspaces } from '../connectors/installations.ts';
import { openText, sealText, type SealedText } from '../database/sealing.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** An account of another service that a workspace linked. It never holds the credentials. */
export interface LinkedAccount {
  id: string;
  workspaceId: string;
  connector: string;
  /** What people call the account. */
  label: string;
  /** Which account of the other service this is; null where the connector does not say. */
  externalId: string | null;
  /** The person who linked it; null when a script did. */
  ownerPersonId: string | null;
  createdAt: string;
  /** Since when the other service refuses the account, and its words; null while it works. */
  refused: { at: string; reason: string } | null;
}

/** The values of a connector's sign-in by name: what a person gave, and what signing in and refreshing brought. */
export type AccountFields = Readonly<Record<string, unknown>>;

/** Who asks for tokens of OAuth 2, where the account was linked with a client of its own. */
export interface AccountClient {
  id: string;
  secret?: string;
}

/** As it is kept; `account-tokens.ts` refreshes it. */
export interface LinkedAccountDocument {
  _id: string;
  workspaceId: string;
  connector: string;
  label: string;
  externalId: string | null;
  ownerPersonId: string | null;
  sealed: SealedText;
  /** Absent where no client was given. */
  sealedClient?: SealedText;
  /** Raised with each change of what is sealed; absent before the first. */
  revision?: number;
  /** Who refreshes the token, until when. */
  lease?: { holder: string; until: Date };
  refused?: { at: Date; reason: string };
  createdAt: Date;
}

export interface LinkAccountInput {
  workspaceId: string;
  connector: string;
  label: string;
  externalId: string | null;
  ownerPersonId: string | null;
  fields: AccountFields;
  client?: AccountClient;
}

export const linkedAccountIndexes: CollectionIndexes = {
  collection: 'linked_accounts',
  indexes: [{ key: { workspaceId: 1, connector: 1, _id: 1 } }, { key: { connector: 1, externalId: 1 } }],
};

/** Of all workspaces. */
export const accounts = (store: Store): Collection<LinkedAccountDocument> =>
  store.system.collection(linkedAccountIndexes.collection);

/** Seals the fields and keeps the account. A workspace may link several accounts of one connector. */
export async function linkAccount(
  store: Store,
  { fields, client, ...input }: LinkAccountInput,
): Promise<LinkedAccount> {
  const id = newId();
  const { workspaceId } = input;
  const sealed = await sealText(store, { workspaceId, accountId: id, text: JSON.stringify(fields) });
  const ofClient = client && { workspaceId, accountId: clientPlace(id), text: JSON.stringify(client) };
  const sealedClient = ofClient && (await sealText(store, ofClient));
  const row: LinkedAccountDocument = {
    _id: id,
    ...input,
    sealed,
    ...(sealedClient && { sealedClient }),
    createdAt: new Date(),
  };
  await accounts(store).insertOne(row);
  return toLinkedAccount(row);
}

/** The accounts of a workspace, oldest first; of one connector where it is named. */
export async function listLinkedAccounts(
  store: Store,
  workspaceId: string,
  connector?: string,
): Promise<LinkedAccount[]> {
  const match = { workspaceId, ...(connector === undefined ? {} : { connector }) };
  const rows = await accounts(store).find(match, withoutSealed).sort({ _id: 1 }).toArray();
  return rows.map(toLinkedAccount);
}

/** Throws Problem `not_found` for an account of another workspace as for one that does not exist. */
export async function getLinkedAccount(store: Store, workspaceId: string, accountId: string): Promise<LinkedAccount> {
  const row = await accounts(store).findOne({ _id: accountId, workspaceId }, withoutSealed);
  if (!row) throw noAccount(accountId);
  return toLinkedAccount(row);
}

/**
 * Opens the accounts of a connector in all workspaces, of one account of the other service where it is named, for the
 * answer to the service itself as a `version` of the connector declares it. A build that somebody tries was not released:
 * it gets those of the workspaces that use it, and no others.
 */
export async function openAccountsOfConnector(
  store: Store,
  { connector, version }: { connector: string; version: string },
  { externalId, limit }: { externalId?: string; limit: number },
): Promise<AccountFields[]> {
  const users = isBuildVersion(version) ? await findInstallingWorkspaces(store, connector, version) : undefined;
  const match = {
    connector,
    ...(externalId === undefined ? {} : { externalId }),
    ...(users && { workspaceId: { $in: users } }),
  };
  const rows = await accounts(store).find(match).sort({ _id: 1 }).limit(limit).toArray();
  return Promise.all(rows.map((row) => openFields(store, row)));
}

/** An account opened for an outbound call; `revision` tells it from what it was before a refresh. */
export interface OpenedAccount {
  connector: string;
  fields: AccountFields;
  client: AccountClient | undefined;
  revision: number;
  /** Whether the other service refused it the last time. */
  isRefused: boolean;
}

/**
 * Opens the credentials of an account and what a token is refreshed with, for an outbound call only: they belong in no
 * log, history, error or answer. Throws Problem `not_found` for an account of another workspace.
 */
export async function openAccount(store: Store, workspaceId: string, accountId: string): Promise<OpenedAccount> {
  const row = await accounts(store).findOne({ _id: accountId, workspaceId });
  if (!row) throw noAccount(accountId);
  const { connector, sealedClient, revision = 0, refused } = row;
  const place = { workspaceId, accountId: clientPlace(accountId) };
  return {
    connector,
    fields: await openFields(store, row),
    client: sealedClient && (JSON.parse(await openText(store, { ...place, sealed: sealedClient })) as AccountClient),
    revision,
    isRefused: refused !== undefined,
  };
}

async function openFields(
  store: Store,
  { _id: accountId, workspaceId, sealed }: LinkedAccountDocument,
): Promise<AccountFields> {
  return JSON.parse(await openText(store, { workspaceId, accountId, sealed })) as AccountFields;
}

/** The client is sealed beside the account: a refresh changes one of the two. */
const clientPlace = (accountId: string): string => `${accountId}/client`;

/** The workspaces that linked this account of the other service. */
export async function findLinkingWorkspaces(
  store: Store,
  connector: string,
  externalIds: string[],
): Promise<{ workspaceId: string; externalId: string }[]> {
  const rows = await accounts(store)
    .find({ connector, externalId: { $in: externalIds } }, { projection: { workspaceId: 1, externalId: 1 } })
    .toArray();
  return rows.map(({ workspaceId, externalId }) => ({ workspaceId, externalId: externalId! }));
}

const withoutSealed = { projection: { sealed: 0, sealedClient: 0 } };

function toLinkedAccount({ _id, createdAt, ...row }: LinkedAccountDocument): LinkedAccount {
  return {
    id: _id,
    workspaceId: row.workspaceId,
    connector: row.connector,
    label: row.label,
    externalId: row.externalId,
    ownerPersonId: row.ownerPersonId,
    createdAt: createdAt.toISOString(),
    refused: row.refused ? { at: row.refused.at.toISOString(), reason: row.refused.reason } : null,
  };
}

function noAccount(accountId: string): Problem {
  return new Problem(
    'not_found',
    `This workspace has no linked account "${accountId}": GET /api/accounts lists those it has.`,
  );
}
