import { audited } from '../audit/audit.ts';
import type { Store } from '../database/store.ts';
import { removeAccountRoutes } from '../triggers/trigger-routes.ts';
import { makeHookKey } from '../triggers/workflow-addresses.ts';
import type { AccountPlace } from './account-tokens.ts';
import {
  accounts,
  connectBeforeOf,
  getLinkedAccount,
  sealClient,
  type AccountClient,
  type AccountFields,
  type LinkedAccount,
} from './linked-accounts.ts';
import { sealText } from '../keyring/sealing.ts';

/**
 * Renames an account, or changes whether it is shared with the workspace, or whether its deliveries need a right
 * signature.
 * @throws Problem `not_found`.
 */
export async function changeAccount(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  {
    label,
    shared,
    verifiesSignatures,
  }: { label?: string | undefined; shared?: boolean | undefined; verifiesSignatures?: boolean | undefined },
  { by, now }: { by: string; now: Date },
): Promise<LinkedAccount> {
  const $set = {
    ...(label !== undefined && { label }),
    ...(shared !== undefined && { shared }),
    ...(verifiesSignatures !== undefined && { verifiesSignatures }),
  };
  if (Object.keys($set).length > 0) {
    const details = {
      ...(label !== undefined && { label }),
      ...(shared !== undefined && { shared: String(shared) }),
      ...(verifiesSignatures !== undefined && { verifiesSignatures: String(verifiesSignatures) }),
    };
    const entry = { action: 'account.changed', by, at: now, workspaceId, target: accountId, details } as const;
    await audited(store, entry, (session) =>
      accounts(store).updateOne({ _id: accountId, workspaceId }, { $set }, { session }),
    );
  }
  return getLinkedAccount(store, workspaceId, accountId);
}

/**
 * Gives an account other credentials and keeps everything else: its id, its webhook address, and the workflows that use
 * it. Nothing refuses or delays it any more.
 * @throws Problem `not_found`.
 */
export async function connectAgain(
  store: Store,
  place: AccountPlace,
  {
    fields,
    client,
    externalId,
    isProven,
    isSignedIn = false,
    takenOverBy,
  }: {
    fields: AccountFields;
    client?: AccountClient | undefined;
    externalId: string | null;
    isProven: boolean;
    /** Whether its tokens were issued to this installation. */
    isSignedIn?: boolean;
    /** Who it belongs to from now on, if the person who linked it left the workspace. */
    takenOverBy?: string | undefined;
  },
  { by, now }: { by: string; now: Date },
): Promise<LinkedAccount> {
  const { workspaceId, accountId } = place;
  const sealed = await sealText(store, { workspaceId, accountId, text: JSON.stringify(fields) });
  const sealedClient = client && (await sealClient(store, place, client));
  const ends = connectBeforeOf(fields);
  const gone = [
    ...(takenOverBy === undefined ? [] : ['stopped']),
    'refused',
    'lease',
    ...(sealedClient ? [] : ['sealedClient']),
    ...('connectBefore' in ends ? [] : ['connectBefore']),
  ];
  const owner = takenOverBy === undefined ? {} : { ownerPersonId: takenOverBy, shared: true };
  const set = { sealed, externalId, isProven, isSignedIn, ...ends, ...owner, ...(sealedClient && { sealedClient }) };
  const entry = { action: 'account.connected_again', by, at: now, workspaceId, target: accountId } as const;
  await audited(store, entry, (session) =>
    accounts(store).updateOne(
      { _id: accountId, workspaceId },
      { $set: set, $inc: { revision: 1 }, $unset: Object.fromEntries(gone.map((name) => [name, ''])) },
      { session },
    ),
  );
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
