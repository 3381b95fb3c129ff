import { Problem } from '@tallyhook/schemas';
import { type AccountValues, checkAccount, type ConnectorPackage } from '@tallyhook/sdk';
import type { Settings } from '../../settings.ts';
import { findKeptAccount } from './kept-accounts.ts';
import { type FieldOptions, readFields } from './read-fields.ts';

export interface AccountOptions extends FieldOptions {
  account?: string;
}

/** The account with which an author calls: one that is kept, or one whose values the command line gives. */
export async function accountOfCall(
  settings: Settings,
  released: ConnectorPackage,
  options: AccountOptions,
): Promise<AccountValues> {
  const { id } = released.connector;
  const given = await readFields(settings, options);
  const kept = await findKeptAccount(settings, id, options.account);
  if (options.account === undefined && Object.keys(given).length > 0) return checkedFields(released, given);
  if (kept === undefined) return checkedFields(released, {});
  return { ...kept.values, ...given };
}

/** Throws Problem that names each field that is missing or unknown. */
export function checkedFields(released: ConnectorPackage, values: Record<string, string>): Record<string, string> {
  const mistakes = checkAccount(released, values);
  if (mistakes.length === 0) return values;
  const names = released.connector.account?.fields.map(({ name }) => name).join(', ') ?? 'none';
  throw new Problem(
    'invalid_input',
    `The account of ${released.connector.id} has mistakes (its fields: ${names}). Give them with --field name=value, or keep an account with \`tallyhook accounts login\`.`,
    { errors: mistakes },
  );
}
