import { Problem, type ProblemDetail } from '@tallyhook/schemas';
import {
  type AccountKeeper,
  accountValueNames,
  accountFromValues,
  type AccountValues,
  checkAccount,
  checkGivenFields,
  type ConnectorPackage,
  keepInMemory,
  type SignInClient,
} from '@tallyhook/sdk';
import type { Settings } from '../../settings.ts';
import { findKeptAccount, keepAccount, defaultAccount, withAccountsLock } from './kept-accounts.ts';
import { type FieldOptions, readFields } from './read-fields.ts';

export interface AccountOptions extends FieldOptions {
  account?: string;
}

/** The account of a call; a saved one can refresh its token. */
export interface AccountOfCall {
  client?: SignInClient;
  keeper: AccountKeeper;
}

/** Finds the account for an author's call: a saved one, or one given on the command line. */
export async function accountOfCall(
  settings: Settings,
  released: ConnectorPackage,
  options: AccountOptions,
): Promise<AccountOfCall> {
  const { id } = released.connector;
  const given = await readFields(settings, options);
  if (options.account === undefined && Object.keys(given).length > 0)
    return { keeper: keepInMemory(checkedFields(released, given)) };
  const kept = await findKeptAccount(settings, id, options.account);
  if (kept === undefined) return { keeper: keepInMemory(checkedFields(released, {})) };
  const name = options.account ?? defaultAccount;
  return {
    ...(kept.client && { client: kept.client }),
    keeper: {
      read: async () => ({ ...(await findKeptAccount(settings, id, name))!.values, ...given }),
      save: (values) => keepAccount(settings, { connector: id, name }, { ...kept, values }),
      alone: (work) => withAccountsLock(settings, work),
    },
  };
}

/**
 * Checks an account's values.
 * @throws Problem that names each missing or unknown value
 */
export function checkedFields(
  released: ConnectorPackage,
  values: Record<string, string>,
  advice = 'Pass them with --field name=value, or save an account with `tallyhook accounts login`.',
): AccountValues {
  const names = accountValueNames(released).map(({ name }) => name);
  refuseMistakes(released, { mistakes: checkAccount(released, values), names, advice });
  return accountFromValues(released, values);
}

/** Like `checkedFields`, for the values needed before a sign-in that brings the token. */
export function checkedFieldsBefore(
  released: ConnectorPackage,
  values: Record<string, string>,
  advice: string,
): AccountValues {
  const names = (released.connector.account?.fields ?? []).map(({ name }) => name);
  refuseMistakes(released, { mistakes: checkGivenFields(released, values), names, advice });
  return values;
}

function refuseMistakes(
  released: ConnectorPackage,
  { mistakes, names, advice }: { mistakes: ProblemDetail[]; names: string[]; advice: string },
): void {
  if (mistakes.length === 0) return;
  throw new Problem(
    'invalid_usage',
    `The account for ${released.connector.id} is not valid (its fields: ${names.join(', ') || 'none'}). ${advice}`,
    { errors: mistakes },
  );
}
