import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { errorCode, fileProblem } from './file-problem.ts';
import type { Home } from './home.ts';

/** Generated once and kept in `TALLYHOOK_HOME/secrets`, readable only by its owner. */
export interface Secrets {
  /** The key file that the members of MongoDB's replica set authenticate with. */
  mongodKeyFile: string;
  mongodPassword: string;
  /** The file with what `TALLYHOOK_KEYRING` would contain. */
  keyringFile: string;
  /** The credential that the demo's practice services accept. */
  practiceToken: string;
}

/**
 * Reads the secrets of a home, or generates those of a new one.
 * @throws Problem if one is missing or broken
 */
export async function openSecrets(home: Home): Promise<Secrets> {
  const isNew = (await readdir(home.mongod)).length === 0;
  const keep = (name: string, make: () => string, form: RegExp) => keepSecret(home, { name, make, form, isNew });
  await keep('keyring', () => `1:${randomBytes(32).toString('base64')}`, /^[\w-]+:[\w+/=-]{43,}(,.+)?$/);
  await keep('mongod.key', () => randomBytes(96).toString('base64'), /^[A-Za-z0-9+/=]{6,1024}$/);
  return {
    mongodKeyFile: join(home.secrets, 'mongod.key'),
    mongodPassword: await keep('mongod.password', () => randomBytes(24).toString('base64url'), /^[\w-]{16,}$/),
    keyringFile: join(home.secrets, 'keyring'),
    practiceToken: await keep(
      'practice.token',
      () => `practice_${randomBytes(18).toString('base64url')}`,
      /^practice_[\w-]+$/,
    ),
  };
}

interface SecretOptions {
  name: string;
  make(): string;
  form: RegExp;
  /** Nothing was ever stored with the secrets of this home. */
  isNew: boolean;
}

async function keepSecret(home: Home, { name, make, form, isNew }: SecretOptions): Promise<string> {
  const path = join(home.secrets, name);
  const kept = await readSecret(path);
  if (kept !== undefined && form.test(kept)) return kept;
  if (kept === undefined && isNew) return writeSecret(path, make());
  throw new Problem(
    'cannot_start',
    `${path} is ${kept === undefined ? 'missing' : 'broken'} and the data in ${home.path} cannot be read without it: ` +
      'restore it from a backup, or set TALLYHOOK_HOME to an empty folder to start over.',
  );
}

/** The text of a secret file. If others can read it, first restricts its permissions. */
export async function readSecret(path: string): Promise<string | undefined> {
  try {
    await chmod(path, 0o600);
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fileProblem(error, `${path} cannot be read`, '');
  }
}

/** Writes a secret file atomically. */
export async function writeSecret(path: string, text: string): Promise<string> {
  try {
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
    return text;
  } catch (error) {
    throw fileProblem(error, `${path} cannot be written`, '');
  }
}
