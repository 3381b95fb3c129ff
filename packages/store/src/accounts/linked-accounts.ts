import { Problem } from '@tallyhook/schemas';
import type { ClientSession, Collection } from 'mongodb';
import { createHash } from 'node:crypto';
import { audited } from '../audit/audit.ts';
import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { makeHookKey } from '../triggers/workflow-addresses.ts';
import type { AccountPlace } from './account-tokens.ts';
import { openConnectorClient } from './connector-clients.ts';

/** An account of another service, linked by a workspace. Never contains the credentials. */
export interface LinkedAccount {
  id: string;
  workspaceId: string;
  connector: string;
  /** The name users gave the account. */
  label: string;
  /** The account's id at the other service; null if the connector does not report one. */
  externalId: string | null;
  /** Whether the service itself answered with that id. One that was only typed may be somebody else's. */
  isProven: boolean;
  /** The secret end of the account's own webhook address, `/hooks/<connector>/<key>`. */
  hookKey: string;
  /** The person who linked it; null if a script did. */
  ownerPersonId: string | null;
  /** Whether every member can use it in workflows; otherwise only its owner can. */
  shared: boolean;
  createdAt: string;
  /** When the other service began to refuse the account, and its message; null while it works. */
  refused: { at: string; reason: string } | null;
  /** Since when and why the account is no longer used; null while it can be. */
  stopped: { at: string; reason: string } | null;
  /**
   * When a call with it last succeeded: exact for the first success of its present values, else to ten minutes; null if
   * none did.
   */
  succeededAt: string | null;
  /** When a person must connect it again, because its refresh token expires; null if the service does not say. */
  connectBefore: string | null;
  /** Whether its tokens were issued to this installation; others were entered, and may be in use elsewhere too. */
  isSignedIn: boolean;
  /** Whether deliveries for it need a right signature. */
  verifiesSignatures: boolean;
}

/** The connector's sign-in values by name: entered by a person, or received from signing in and refreshing. */
export type AccountFields = Readonly<Record<string, unknown>>;

/** The OAuth 2 client, if the account was linked with its own. */
export interface AccountClient {
  id: string;
  secret?: string;
}

/** The stored form; `account-tokens.ts` refreshes it. */
export interface LinkedAccountDocument {
  _id: string;
  workspaceId: string;
  connector: string;
  label: string;
  externalId: string | null;
  /** Absent in accounts from before ids were proven. */
  isProven?: boolean;
  hookKey: string;
  ownerPersonId: string | null;
  /** Absent in accounts from before there were own ones: those are shared. */
  shared?: boolean;
  sealed: SealedText;
  /** Absent if no client was given. */
  sealedClient?: SealedText;
  /** Incremented with each change of the sealed values; absent before the first. */
  revision?: number;
  /** When a call with it last succeeded, to ten minutes; absent before the first. */
  succeededAt?: Date;
  /** The revision with which it last succeeded. */
  succeededRevision?: number;
  /** When a person must connect it again, if the service says so. */
  connectBefore?: Date;
  /** The service asked to be left alone until then. */
  pausedUntil?: Date;
  /** Absent if its credentials were entered. */
  isSignedIn?: boolean;
  /** Whether deliveries for it need a right signature; absent in most. */
  verifiesSignatures?: boolean;
  /** Which worker refreshes the token, and until when. */
  lease?: { holder: string; until: Date };
  /**
   * `isFinal`: the service refused to issue another token for these values, so it is not asked again. `hasEnded`: it does
   * not accept the present token either.
   */
  refused?: { at: Date; reason: string; isFinal?: boolean; hasEnded?: boolean };
  stopped?: { at: Date; reason: string };
  createdAt: Date;
}

export interface LinkAccountInput {
  workspaceId: string;
  connector: string;
  label: string;
  /** Whether a person chose the label; otherwise the connector made it. Default false. */
  isNamed?: boolean;
  externalId: string | null;
  /** Default false. */
  isProven?: boolean;
  ownerPersonId: string | null;
  /** Default true. */
  shared?: boolean;
  /** Default false. */
  isSignedIn?: boolean;
  fields: AccountFields;
  client?: AccountClient;
}

export const linkedAccountIndexes: CollectionIndexes = {
  collection: 'linked_accounts',
  indexes: [
    { key: { workspaceId: 1, connector: 1, _id: 1 } },
    { key: { connector: 1, externalId: 1 } },
    { key: { hookKey: 1 }, name: 'hook', unique: true, partialFilterExpression: { hookKey: { $exists: true } } },
  ],
};

/** The accounts of all workspaces. */
export const accounts = (store: Store): Collection<LinkedAccountDocument> =>
  store.system.collection(linkedAccountIndexes.collection);

/** One for each person and account at a service, so that two links at once are one after the other. */
const claims = (store: Store): Collection<{ _id: string; links: number }> => store.system.collection('account_claims');

/**
 * Refuses a second account of a person with the same id at the service. If the id was only typed, its credentials may
 * differ on purpose: then a label of its own (`isNamed`) makes it another one.
 * @throws Problem `already_exists`.
 */
async function claim(
  store: Store,
  { workspaceId, connector, externalId, isProven, ownerPersonId, label }: LinkedAccountDocument,
  { isNamed, session }: { isNamed: boolean; session: ClientSession },
): Promise<void> {
  if (externalId === null || ownerPersonId === null) return;
  const same = { workspaceId, connector, externalId, ownerPersonId };
  const _id = createHash('sha256').update(JSON.stringify(same)).digest('hex');
  await claims(store).updateOne({ _id }, { $inc: { links: 1 } }, { upsert: true, session });
  const isTyped = isProven !== true;
  const other = await accounts(store).findOne(
    {
      ...{ ...same, isProven: isTyped ? { $ne: true } : true, stopped: { $exists: false } },
      ...(isTyped && isNamed && { label }),
    },
    { session, projection: { label: 1 } },
  );
  if (other === null) return;
  const again = `Connect that one again on the page Integrations, or with PUT /api/accounts/${other._id}/credentials.`;
  const another = isTyped ? ' To have both, link this one with another label.' : '';
  const detail = `You have linked an account with the id "${externalId}" already: "${other.label}". ${again}${another}`;
  throw new Problem('already_exists', detail);
}

/**
 * Seals the fields and saves the account. A workspace may link several accounts of one connector.
 * @throws Problem `already_exists` if the person has linked one with the same id at the service.
 */
export async function linkAccount(
  store: Store,
  { fields, client, shared = true, isProven = false, isNamed = false, ...input }: LinkAccountInput,
): Promise<LinkedAccount> {
  const id = newId();
  const { workspaceId } = input;
  const sealed = await sealText(store, { workspaceId, accountId: id, text: JSON.stringify(fields) });
  const sealedClient = client && (await sealClient(store, { workspaceId, accountId: id }, client));
  const row: LinkedAccountDocument = {
    _id: id,
    ...input,
    isProven,
    hookKey: makeHookKey(),
    shared,
    sealed,
    ...(sealedClient && { sealedClient }),
    ...connectBeforeOf(fields),
    createdAt: new Date(),
  };
  const by = input.ownerPersonId ?? 'system';
  const details = { connector: input.connector, label: input.label, shared: String(shared) };
  const entry = { action: 'account.linked', by, at: row.createdAt, workspaceId, target: id, details } as const;
  await audited(store, entry, async (session) => {
    await claim(store, row, { isNamed, session });
    await accounts(store).insertOne(row, { session });
  });
  return toLinkedAccount(row);
}

/** When the refresh token among the values expires, readable without opening them. */
export function connectBeforeOf({ refreshExpiresAt }: AccountFields): { connectBefore?: Date } {
  return typeof refreshExpiresAt === 'number' ? { connectBefore: new Date(refreshExpiresAt) } : {};
}

/** Seals the OAuth 2 client of an account, which a refresh of its values does not touch. */
export function sealClient(store: Store, place: AccountPlace, client: AccountClient): Promise<SealedText> {
  const { workspaceId, accountId } = place;
  return sealText(store, { workspaceId, accountId: clientPlace(accountId), text: JSON.stringify(client) });
}

/** Lists the accounts of a workspace, oldest first; only those of `connector` if given. */
export async function listLinkedAccounts(
  store: Store,
  workspaceId: string,
  connector?: string,
): Promise<LinkedAccount[]> {
  const match = { workspaceId, ...(connector === undefined ? {} : { connector }) };
  const rows = await accounts(store).find(match, withoutSealed).sort({ _id: 1 }).toArray();
  return rows.map(toLinkedAccount);
}

/**
 * Reads one linked account.
 * @throws Problem `not_found`, also for an account of another workspace.
 */
export async function getLinkedAccount(store: Store, workspaceId: string, accountId: string): Promise<LinkedAccount> {
  const row = await accounts(store).findOne({ _id: accountId, workspaceId }, withoutSealed);
  if (!row) throw noAccount(accountId);
  return toLinkedAccount(row);
}

/** An account opened for an outbound call; `revision` changes with every refresh. */
export interface OpenedAccount {
  connector: string;
  fields: AccountFields;
  client: AccountClient | undefined;
  revision: number;
  /** Whether the other service refused the account last time. */
  isRefused: boolean;
  succeededAt: Date | undefined;
  /** The revision with which a call last succeeded. */
  succeededRevision: number | undefined;
  /** The service asked every worker to wait until then. */
  pausedUntil: Date | undefined;
  /** Why no other token can be had for these values, and a person must connect the account again; undefined if one can. */
  refusedForGood: string | undefined;
  /** Whether the service no longer accepts the token, though by its time it would last. */
  hasEnded: boolean;
}

/**
 * Opens the credentials of an account and its OAuth client. Use them for outbound calls only; never put them in logs,
 * histories, errors or responses.
 * @throws Problem `not_found`, also for an account of another workspace; `account_refused` if it was stopped, unless it
 * is opened to end at the service what it began there.
 */
export async function openAccount(
  store: Store,
  workspaceId: string,
  accountId: string,
  { isToEnd = false }: { isToEnd?: boolean } = {},
): Promise<OpenedAccount> {
  const row = await accounts(store).findOne({ _id: accountId, workspaceId });
  if (!row) throw noAccount(accountId);
  const { connector, sealedClient, revision = 0, refused, stopped, succeededAt, succeededRevision, pausedUntil } = row;
  if (stopped !== undefined && !isToEnd)
    throw new Problem('account_refused', `${stopped.reason} Choose another account.`);
  const place = { workspaceId, accountId: clientPlace(accountId) };
  return {
    connector,
    fields: await openFields(store, row),
    client: sealedClient
      ? (JSON.parse(await openText(store, { ...place, sealed: sealedClient })) as AccountClient)
      : await openConnectorClient(store, { workspaceId, connector }),
    revision,
    isRefused: refused !== undefined,
    succeededAt,
    succeededRevision,
    pausedUntil,
    refusedForGood: refused?.isFinal === true ? refused.reason : undefined,
    hasEnded: refused?.hasEnded === true,
  };
}

/** Opens the credentials of an account. */
export async function openFields(
  store: Store,
  { _id: accountId, workspaceId, sealed }: LinkedAccountDocument,
): Promise<AccountFields> {
  return JSON.parse(await openText(store, { workspaceId, accountId, sealed })) as AccountFields;
}

/** The client is sealed separately because a refresh changes only the fields. */
const clientPlace = (accountId: string): string => `${accountId}/client`;

export const withoutSealed = { projection: { sealed: 0, sealedClient: 0 } };

export function toLinkedAccount({ _id, createdAt, ...row }: LinkedAccountDocument): LinkedAccount {
  return {
    id: _id,
    workspaceId: row.workspaceId,
    connector: row.connector,
    label: row.label,
    externalId: row.externalId,
    isProven: row.isProven ?? false,
    hookKey: row.hookKey,
    ownerPersonId: row.ownerPersonId,
    shared: row.shared ?? true,
    createdAt: createdAt.toISOString(),
    refused: row.refused ? { at: row.refused.at.toISOString(), reason: row.refused.reason } : null,
    stopped: row.stopped ? { at: row.stopped.at.toISOString(), reason: row.stopped.reason } : null,
    succeededAt: row.succeededAt?.toISOString() ?? null,
    connectBefore: row.connectBefore?.toISOString() ?? null,
    isSignedIn: row.isSignedIn ?? false,
    verifiesSignatures: row.verifiesSignatures ?? false,
  };
}

function noAccount(accountId: string): Problem {
  return new Problem(
    'not_found',
    `This workspace has no linked account "${accountId}": GET /api/accounts lists its accounts.`,
  );
}
