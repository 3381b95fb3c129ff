import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nearest, Problem } from '@tallyhook/schemas';
import type { AccountValues, SignInClient } from '@tallyhook/sdk';
import type { Settings } from '../../settings.ts';
import { unwritten, writeWhole } from '../../whole-file.ts';

/** An account saved on this machine for `run` and `record`. It holds credentials. */
export interface KeptAccount {
  values: AccountValues;
  /** The OAuth 2 client, used to refresh tokens. */
  client?: SignInClient;
}

/** By connector, then by name. */
type KeptAccounts = Record<string, Record<string, KeptAccount>>;

/** The default account name. */
export const defaultAccount = 'default';

function fileOf({ sessionFile }: Settings): string {
  return join(dirname(sessionFile), 'author-accounts.json');
}

/**
 * Reads all saved accounts.
 * @throws Problem if the file has another format
 */
export async function readKeptAccounts(settings: Settings): Promise<KeptAccounts> {
  const file = fileOf(settings);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new Problem(
      'invalid_input',
      `The accounts in ${file} cannot be read (${error.code}). Make the file readable.`,
    );
  });
  try {
    return JSON.parse(text) as KeptAccounts;
  } catch {
    throw new Problem('invalid_input', `The accounts in ${file} are not valid JSON. Remove the file and log in again.`);
  }
}

/** Saves an account with mode 0600, atomically. */
export async function keepAccount(
  settings: Settings,
  { connector, name }: { connector: string; name: string },
  account: KeptAccount,
): Promise<void> {
  const file = fileOf(settings);
  const known = await readKeptAccounts(settings);
  const all = { ...known, [connector]: { ...known[connector], [name]: account } };
  writeWhole(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600, folderMode: 0o700 });
}

/** Finds an account by name, or the default one; undefined if no name was given and there is no default. */
export async function findKeptAccount(
  settings: Settings,
  connector: string,
  name: string | undefined,
): Promise<KeptAccount | undefined> {
  const known = (await readKeptAccounts(settings))[connector] ?? {};
  const found = Object.hasOwn(known, name ?? defaultAccount) ? known[name ?? defaultAccount] : undefined;
  if (found !== undefined || name === undefined) return found;
  const names = Object.keys(known);
  const near = nearest(name, names);
  const advice =
    near === undefined
      ? `Saved accounts: ${names.join(', ') || 'none'}. Save one with \`tallyhook accounts login\`.`
      : `Did you mean "${near}"?`;
  throw new Problem('invalid_usage', `No account "${name}" for ${connector} is saved on this machine. ${advice}`);
}

const maxLockMs = 60_000;

/** Holds a lock on the saved accounts while `work` runs: some refresh tokens work only once. */
export async function withAccountsLock<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  const file = fileOf(settings);
  const lock = `${file}.lock`;
  try {
    await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
    while (!(await takeLock(lock))) await wait(50);
  } catch (error) {
    throw unwritten(file, error);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const since = await stat(lock).catch(() => undefined);
    // The holder of the lock has died.
    if (since !== undefined && Date.now() - since.mtimeMs > maxLockMs) await rm(lock, { recursive: true, force: true });
    return false;
  }
}
