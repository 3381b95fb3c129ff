import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import {
  connectAgain,
  getLinkedAccount,
  linkAccount,
  listLinkedAccounts,
  type AccountClient,
  type LinkedAccount,
} from '@tallyhook/store/accounts';
import type { Caller } from '../caller.ts';
import { hasOwnerLeft } from './account-owner.ts';
import { publishAgain } from './account-users.ts';
import type { DescribedAccount } from './describe-account.ts';

/** An account that signed in, and how the person wants it. */
export interface AccountToSave {
  connector: string;
  described: DescribedAccount;
  /** Whether the person signed in at the service; otherwise they entered credentials. */
  isSignedIn: boolean;
  /** The client that the account brings; it is kept with it. */
  client?: AccountClient | undefined;
  label?: string | undefined;
  shared: boolean;
  /** The account to connect again. */
  accountId?: string | undefined;
}

type Linker = Pick<Caller, 'workspaceId' | 'personId' | 'by' | 'abilities'>;

/**
 * Links an account, or connects one again: the one that is named, or the person's own one with the same id that the
 * service proved or the sign-in brought. So who signs in twice has one account, and the workflows that use it go on.
 * @throws Problem `not_found`, `forbidden`; `invalid_account` if the person signed in as somebody else; `already_exists`
 * if they only typed the id of an account they have linked: its credentials are not replaced unasked.
 */
export async function saveAccount(
  deps: { store: Store; now(): Date },
  caller: Linker,
  given: AccountToSave,
): Promise<{ account: LinkedAccount; isNew: boolean }> {
  try {
    return await saveOnce(deps, caller, given);
  } catch (error) {
    // The person linked the same account in another window meanwhile: connect that one.
    if (!(error instanceof Problem) || error.code !== 'already_exists') throw error;
    return saveOnce(deps, caller, given);
  }
}

async function saveOnce(
  { store, now }: { store: Store; now(): Date },
  caller: Linker,
  { connector, described, isSignedIn, client, label, shared, accountId }: AccountToSave,
): Promise<{ account: LinkedAccount; isNew: boolean }> {
  const { workspaceId, personId, by } = caller;
  const { externalId, isProven, fields } = described;
  const before =
    accountId === undefined
      ? await findSame(store, caller, { connector, described, isSignedIn })
      : await accountToConnect(store, caller, { accountId, connector });
  if (before === undefined) {
    const named = {
      ...{ label: label ?? described.label, isNamed: label !== undefined && !isSignedIn },
      ...{ externalId, isProven, fields, shared, isSignedIn },
    };
    const owned = { workspaceId, connector, ownerPersonId: personId ?? null, ...(client && { client }) };
    return { account: await linkAccount(store, { ...owned, ...named }), isNew: true };
  }
  refuseOther(before, described);
  const place = { workspaceId, accountId: before.id };
  const isTakenOver = before.stopped !== null || (await hasOwnerLeft(store, before));
  const takenOverBy = isTakenOver ? personId : undefined;
  const values = { fields, client, externalId, isProven, isSignedIn, takenOverBy };
  const account = await connectAgain(store, place, values, { by, now: now() });
  await publishAgain(store, account, by);
  return { account, isNew: false };
}

/** Whether somebody may connect an account again: their own; as a manager also shared ones, and those of who left. */
export function mayConnect(
  { ownerPersonId, shared, stopped }: LinkedAccount,
  { personId, abilities }: Pick<Caller, 'personId' | 'abilities'>,
): boolean {
  const isOwn = ownerPersonId === personId && stopped === null;
  return abilities.has('write') && (isOwn || (abilities.has('manage') && (shared || stopped !== null)));
}

/** The account that a person may connect again. */
export async function accountToConnect(
  store: Store,
  linker: Linker,
  { accountId, connector }: { accountId: string; connector?: string },
): Promise<LinkedAccount> {
  const account = await getLinkedAccount(store, linker.workspaceId, accountId);
  if (connector !== undefined && account.connector !== connector)
    throw new Problem('invalid_account', `The account "${account.label}" belongs to "${account.connector}".`);
  if (mayConnect(account, linker)) return account;
  throw new Problem(
    'forbidden',
    'Only the person who linked the account can connect it again; owners and admins can if it is shared, or if that person left.',
  );
}

async function findSame(
  store: Store,
  { workspaceId, personId }: Linker,
  {
    connector,
    described: { externalId, isProven },
    isSignedIn,
  }: Pick<AccountToSave, 'connector' | 'described' | 'isSignedIn'>,
): Promise<LinkedAccount | undefined> {
  if (externalId === null || personId === undefined || !(isProven || isSignedIn)) return undefined;
  const linked = await listLinkedAccounts(store, workspaceId, connector);
  return linked.find(
    (each) =>
      each.isProven === isProven &&
      each.externalId === externalId &&
      each.ownerPersonId === personId &&
      each.stopped === null,
  );
}

function refuseOther(before: LinkedAccount, { externalId, isProven, label }: DescribedAccount): void {
  if (!isProven || !before.isProven || before.externalId === externalId) return;
  const detail = `You signed in as "${label}" (${externalId}), but this account is "${before.label}" (${before.externalId}). Sign in there as the other one, or link this one as a new account.`;
  throw new Problem('invalid_account', detail);
}
