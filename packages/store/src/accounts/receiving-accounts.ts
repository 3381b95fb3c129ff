import { findInstalledVersions } from '../connectors/installations.ts';
import { createSharedReads, oncePer, type SharedReads } from '../database/gather.ts';
import type { Store } from '../database/store.ts';
import {
  accounts,
  openFields,
  toLinkedAccount,
  withoutSealed,
  type AccountFields,
  type LinkedAccount,
  type LinkedAccountDocument,
} from './linked-accounts.ts';

/**
 * Opens the accounts of a connector in the workspaces that use this version of the marketplace, only those with
 * `externalId` if given. They are used to answer the service itself, as the version declares it.
 */
export async function openAccountsOfConnector(
  store: Store,
  { connector, version }: { connector: string; version: string },
  { externalId, limit }: { externalId?: string; limit: number },
): Promise<AccountFields[]> {
  const named = { connector, stopped: { $exists: false }, ...(externalId !== undefined && { externalId }) };
  const linking: string[] = await accounts(store).distinct('workspaceId', named);
  const versions = await findInstalledVersions(store, connector, linking);
  const users = linking.filter((workspaceId) => versions.get(workspaceId)?.version === version);
  const rows = await accounts(store)
    .find({ ...named, workspaceId: { $in: users } })
    .sort({ _id: 1 })
    .toArray();
  const receiving = externalId === undefined ? rows : rows.filter((row) => isReceiving(row, rows));
  return Promise.all(receiving.slice(0, limit).map((row) => openFields(store, row)));
}

/** An account whose deliveries at the common address need a right signature, opened to verify them. */
export interface VerifyingAccount extends ReceivingAccount {
  /** The version of the connector that its workspace uses; undefined if none of the marketplace. */
  version: string | undefined;
  fields: AccountFields;
}

/**
 * The accounts for these ids that need a right signature, and the other accounts for them; with null, those for every
 * id. Both are empty unless one of them verifies.
 */
export async function findVerifyingAccounts(
  store: Store,
  connector: string,
  externalIds: readonly (string | null)[],
): Promise<{ verifying: VerifyingAccount[]; others: ReceivingAccount[] }> {
  const named = externalIds.filter((externalId) => externalId !== null);
  const match = {
    ...{ connector, stopped: { $exists: false } },
    ...(named.length === externalIds.length && { externalId: { $in: named } }),
  };
  // Deliveries that arrive at the same time for the same accounts ask once.
  const isVerifying = await sharedReads(store)(JSON.stringify([connector, externalIds.toSorted()]), async () => {
    const found = await accounts(store).findOne({ ...match, verifiesSignatures: true }, { projection: { _id: 1 } });
    return found !== null;
  });
  if (!isVerifying) return { verifying: [], others: [] };
  const rows = await accounts(store).find(match).toArray();
  const placeOf = ({ _id, workspaceId, externalId }: LinkedAccountDocument): ReceivingAccount => ({
    ...{ accountId: _id, workspaceId, externalId: externalId ?? '' },
  });
  const checked = rows.filter(({ verifiesSignatures }) => verifiesSignatures === true);
  const versions = await findInstalledVersions(store, connector, [...new Set(checked.map((row) => row.workspaceId))]);
  const verifying = await Promise.all(
    checked.map(async (row) => ({
      ...placeOf(row),
      version: versions.get(row.workspaceId)?.version,
      fields: await openFields(store, row),
    })),
  );
  return { verifying, others: rows.filter(({ verifiesSignatures }) => verifiesSignatures !== true).map(placeOf) };
}

const sharedReads = oncePer<Store, SharedReads>(createSharedReads);

/** An account that gets deliveries at the common address of its connector. */
export interface ReceivingAccount {
  workspaceId: string;
  accountId: string;
  externalId: string;
}

/**
 * The accounts that get deliveries for these ids at the common address of a connector: those whose id the service
 * proved, and one whose id was only typed if no other workspace has the same.
 */
export async function findReceivingAccounts(
  store: Store,
  connector: string,
  externalIds: string[],
): Promise<ReceivingAccount[]> {
  const projection = { workspaceId: 1, externalId: 1, isProven: 1 };
  const rows = await accounts(store)
    .find({ connector, externalId: { $in: externalIds }, stopped: { $exists: false } }, { projection })
    .toArray();
  return rows
    .filter((row) => isReceiving(row, rows))
    .map(({ _id, workspaceId, externalId }) => ({ accountId: _id, workspaceId, externalId: externalId! }));
}

type Claim = Pick<LinkedAccountDocument, 'externalId' | 'workspaceId' | 'isProven'>;

/** Whether an account gets what names its id at the common address. */
function isReceiving({ externalId, workspaceId, isProven }: Claim, all: readonly Claim[]): boolean {
  if (isProven === true) return true;
  return !all.some((other) => other.externalId === externalId && other.workspaceId !== workspaceId);
}

/** The account with this address of its own; undefined if no account has it, or it was stopped. */
export async function findAccountAtAddress(
  store: Store,
  connector: string,
  hookKey: string,
): Promise<LinkedAccount | undefined> {
  const row = await accounts(store).findOne({ hookKey, connector, stopped: { $exists: false } }, withoutSealed);
  return row === null ? undefined : toLinkedAccount(row);
}
