import { type ConnectorPackage, Problem } from '@tallyhook/schemas';
import { openLinkedAccount, turnsOfAccount } from '@tallyhook/engine/client';
import { type AccountValues, ownHosts, readFreshAccount, secretsOf, shortSecrets, type Turns } from '@tallyhook/sdk';
import { getInstalledPackage, refuseRevealingBuild } from '@tallyhook/store/connectors';
import type { ApiDependencies } from '../dependencies.ts';
import { asProblem } from '../connectors/describe-account.ts';
import { checkTriedAccount } from '../connectors/tried-action.ts';

/** The account that an action is tried with. */
export interface TriedAccount {
  values: AccountValues;
  /** The credentials, also those that only the installed version declares secret, in every encoding. */
  secrets: string[];
  /** The hosts that may get them; undefined if there is no account, so that nothing is secret. */
  hosts: string[] | undefined;
  /** The rate limit of the account, which workflows use too. */
  turns?: Turns;
}

/**
 * Opens a linked account for a connector in the making. Its files were not checked by the owner of the account, so its
 * credentials go only where the installed version sends them, and what was secret must stay so.
 * @throws Problem like checkTriedAccount, and `invalid_account` for credentials that cannot be used
 */
export async function openTriedAccount(
  { store, http, turns, now }: Pick<ApiDependencies, 'store' | 'http' | 'turns' | 'now'>,
  {
    workspaceId,
    personId,
    released,
    accountId,
  }: { workspaceId: string; personId: string | undefined; released: ConnectorPackage; accountId: string | undefined },
): Promise<TriedAccount> {
  if (accountId === undefined) return { values: {}, secrets: [], hosts: undefined };
  const { id } = released.connector;
  await checkTriedAccount(store, { workspaceId, personId, connector: id, accountId });
  const installed = await getInstalledPackage(store, workspaceId, id);
  await refuseRevealingBuild(store, released, workspaceId);
  const { fresh, place } = await openLinkedAccount({ store, http, now }, { workspaceId, accountId });
  const values = await readFreshAccount(installed, fresh).catch((error: unknown) => {
    throw asProblem(error, '', 'invalid_account');
  });
  const [short] = [...shortSecrets(installed, values), ...shortSecrets(released, values)];
  if (short !== undefined) throw tooShort(short);
  return {
    values,
    secrets: [...secretsOf(installed, values), ...secretsOf(released, values)],
    hosts: ownHosts(installed.connector, { account: values }),
    turns: turnsOfAccount({ store, turns, now }, { connectorId: id, place }),
  };
}

function tooShort(name: string): Problem {
  const detail = `The credential "${name}" is too short to recognize in other text, so nothing was sent. Use an account whose credentials have at least four characters.`;
  return new Problem('invalid_account', detail);
}
