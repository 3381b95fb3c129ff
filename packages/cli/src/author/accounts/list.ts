import { table } from '../../output.ts';
import type { Settings } from '../../settings.ts';
import { readKeptAccounts } from '../call/kept-accounts.ts';

/** Prints the names of saved accounts and of their fields, never the values. */
export async function listKeptAccounts(settings: Settings, { json }: { json?: boolean }): Promise<void> {
  const rows = Object.entries(await readKeptAccounts(settings)).flatMap(([connector, accounts]) =>
    Object.entries(accounts).map(([name, { values }]) => ({ connector, name, holds: Object.keys(values) })),
  );
  const text = table(
    ['connector', 'name', 'fields'],
    rows.map(({ connector, name, holds }) => [connector, name, holds.join(', ')]),
  );
  settings.output.write(`${json === true ? JSON.stringify(rows, null, 2) : text}\n`);
}
