import { Problem } from '@tallyhook/schemas';
import type { Keyring, Store } from '../database/store.ts';
import { readKeyringFile } from './keyring-file.ts';

/** @throws Problem `unavailable` if the store was opened without a keyring: nothing is ever stored unsealed. */
export function requireKeyring(store: Store): Keyring {
  if (store.keyring) return store.keyring;
  throw new Problem(
    'unavailable',
    'This server has no keyring, so it cannot store or open credentials: set TALLYHOOK_KEYRING.',
  );
}

/**
 * Reads the keyring again if it comes from a file: another process may have added a key since. One from the environment
 * does not change while the process runs.
 */
export async function readKeyringAgain(store: Store): Promise<Keyring> {
  if (store.keyringFile !== undefined) store.keyring = await readKeyringFile(store.keyringFile);
  return requireKeyring(store);
}

/** A keyring with this key, read again if the process does not know the key yet. */
export async function keyringWith(store: Store, keyId: string): Promise<Keyring> {
  const known = requireKeyring(store);
  return known.keys[keyId] === undefined ? readKeyringAgain(store) : known;
}

/** Where an operator adds a key that this process lacks. */
export function keyringName({ keyringFile }: Pick<Store, 'keyringFile'>): string {
  return keyringFile ?? 'TALLYHOOK_KEYRING';
}
