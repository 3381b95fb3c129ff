import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import type { Keyring } from '../database/store.ts';
import { parseKeyring } from './parse-keyring.ts';

/**
 * Reads a keyring from a file that contains what `TALLYHOOK_KEYRING` would.
 * @throws An Error that never shows a key.
 */
export async function readKeyringFile(path: string): Promise<Keyring> {
  return parseKeyring((await readFile(path, 'utf8')).trim(), path);
}

/**
 * Reads the keyring that the environment names; the file wins, which a rotation can change while the process runs.
 * @throws An Error that never shows a key, also if the environment names none.
 */
export async function readKeyring(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ keyring: Keyring; keyringFile: string | undefined }> {
  const { TALLYHOOK_KEYRING: text, TALLYHOOK_KEYRING_FILE: file } = environment;
  if (file) return { keyring: await readKeyringFile(file), keyringFile: file };
  if (text) return { keyring: parseKeyring(text), keyringFile: undefined };
  throw new Error(
    'TALLYHOOK_KEYRING is not set: set it to the keys that decrypt the linked accounts, or TALLYHOOK_KEYRING_FILE to their file; `npm start` creates one.',
  );
}

/**
 * Puts a new random key first in the file and returns its id. It is on the disk when this returns.
 * @throws Problem `invalid_input` if the file cannot be written.
 */
export function addKey(path: string, now: Date): string {
  let id = '';
  changeFile(path, (entries) => {
    // Never one that was used before: a process may still have a removed key in memory.
    id = `${now.toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
    return [`${id}:${randomBytes(32).toString('base64')}`, ...entries];
  });
  return id;
}

/** Removes a key from the file; the text of the key is nowhere afterwards, except in backups. */
export function removeKeyFromFile(path: string, id: string): void {
  changeFile(path, (entries) => entries.filter((entry) => idOf(entry) !== id));
}

const idOf = (entry: string): string => entry.slice(0, entry.indexOf(':'));

/**
 * Replaces the file in one step: a process killed at any moment leaves the old text or the new one. Synchronous, so that
 * nothing of this process happens between reading and writing.
 */
function changeFile(path: string, change: (entries: string[]) => string[]): void {
  try {
    const entries = readFileSync(path, 'utf8').trim().split(',');
    const text = change(entries.map((entry) => entry.trim())).join(',');
    parseKeyring(text, path);
    writeToDisk(`${path}.new`, text);
    renameSync(`${path}.new`, path);
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    const detail = `This server cannot change its keyring ${path} (${String(cause.code)}): put a new key first in it, in the form id:base64, and rotate again.`;
    throw new Problem('invalid_input', detail, { cause });
  }
}

function writeToDisk(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
