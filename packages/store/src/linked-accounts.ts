import { Problem } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { openText, sealText, type SealedText } from './sealing.ts';
import { newId, type CollectionIndexes, type Store } from './store.ts';

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
}

/** The values of a connector's sign-in by field: tokens, passwords, addresses. */
export type AccountFields = Record<string, string>;

interface LinkedAccountDocument {
  _id: string;
  workspaceId: string;
  connector: string;
  label: string;
  externalId: string | null;
  ownerPersonId: string | null;
  sealed: SealedText;
  createdAt: Date;
}

export interface LinkAccountInput {
  workspaceId: string;
  connector: string;
  label: string;
  externalId: string | null;
  ownerPersonId: string | null;
  fields: AccountFields;
}

export const linkedAccountIndexes: CollectionIndexes = {
  collection: 'linked_accounts',
  indexes: [{ key: { workspaceId: 1, connector: 1, _id: 1 } }, { key: { connector: 1, externalId: 1 } }],
};

const accounts = (store: Store): Collection<LinkedAccountDocument> =>
  store.system.collection(linkedAccountIndexes.collection);

/** Seals the fields and keeps the account. A workspace may link several accounts of one connector. */
export async function linkAccount(store: Store, { fields, ...input }: LinkAccountInput): Promise<LinkedAccount> {
  const id = newId();
  const sealed = await sealText(store, { workspaceId: input.workspaceId, accountId: id, text: JSON.stringify(fields) });
  const row: LinkedAccountDocument = { _id: id, ...input, sealed, createdAt: new Date() };
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
 * Opens the credentials of an account, for an outbound call only: they belong in no log, history, error or answer.
 * Throws Problem `not_found` for an account of another workspace.
 */
export async function openAccountFields(store: Store, workspaceId: string, accountId: string): Promise<AccountFields> {
  const row = await accounts(store).findOne({ _id: accountId, workspaceId });
  if (!row) throw noAccount(accountId);
  const text = await openText(store, { workspaceId, accountId, sealed: row.sealed });
  return JSON.parse(text) as AccountFields;
}

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

const withoutSealed = { projection: { sealed: 0 } };

function toLinkedAccount({ _id, createdAt, ...row }: LinkedAccountDocument): LinkedAccount {
  return {
    id: _id,
    workspaceId: row.workspaceId,
    connector: row.connector,
    label: row.label,
    externalId: row.externalId,
    ownerPersonId: row.ownerPersonId,
    createdAt: createdAt.toISOString(),
  };
}

function noAccount(accountId: string): Problem {
  return new Problem(
    'not_found',
    `This workspace has no linked account "${accountId}": GET /api/accounts lists those it has.`,
  );
}
