import { Problem } from '@tallyhook/schemas';
import {
  type AccountKeeper,
  type AccountValues,
  accountValueNames,
  checkAccount,
  type ConnectorPackage,
  type SignInClient,
} from '@tallyhook/sdk';
import type { Settings } from '../../settings.ts';
import { findKeptAccount, keepAccount, usualAccount, whileAlone } from './kept-accounts.ts';
import { type FieldOptions, readFields } from './read-fields.ts';

export interface AccountOptions extends FieldOptions {
  account?: string;
}

/** The account of a call; one that is kept can refresh its token. */
export interface AccountOfCall {
  client?: SignInClient;
  keeper: AccountKeeper;
}

/** The account with which an author calls: one that is kept, or one whose values the command line gives. */
export async function accountOfCall(
  settings: Settings,
  released: ConnectorPackage,
  options: AccountOptions,
): Promise<AccountOfCall> {
  const { id } = released.connector;
  const given = await readFields(settings, options);
  if (options.account === undefined && Object.keys(given).length > 0) return inMemory(checkedFields(released, given));
  const kept = await findKeptAccount(settings, id, options.account);
  if (kept === undefined) return inMemory(checkedFields(released, {}));
  const name = options.account ?? usualAccount;
  return {
    ...(kept.client && { client: kept.client }),
    keeper: {
      read: async () => ({ ...(await findKeptAccount(settings, id, name))!.values, ...given }),
      save: (values) => keepAccount(settings, { connector: id, name }, { ...kept, values }),
      alone: (work) => whileAlone(settings, work),
    },
  };
}

function inMemory(values: AccountValues): AccountOfCall {
  let current = values;
  return {
    keeper: {
      read: async () => current,
      save: async (saved) => void (current = saved),
      alone: (work) => work(),
    },
  };
}

/** Throws Problem that names each value that is missing or unknown. */
export function checkedFields(released: ConnectorPackage, values: Record<string, string>): Record<string, string> {
  const mistakes = checkAccount(released, values);
  if (mistakes.length === 0) return values;
  const names = accountValueNames(released).map(({ name }) => name);
  throw new Problem(
    'invalid_input',
    `The account of ${released.connector.id} has mistakes (its fields: ${names.join(', ') || 'none'}). Give them with --field name=value, or keep an account with \`tallyhook accounts login\`.`,
    { errors: mistakes },
  );
}

/** The same for what a person gives before a sign-in that brings the token. */
export function checkedFieldsBefore(
  released: ConnectorPackage,
  values: Record<string, string>,
): Record<string, string> {
  const { connector } = released;
  return checkedFields({ ...released, connector: { ...connector, signIn: { kind: 'none' } } }, values);
}
