import type { Keyring } from '../database/store.ts';

const keyBytes = 32;

/**
 * Parses a keyring: `id:base64,id:base64`, each key 32 bytes. Every key opens; the first one is the one that a rotation
 * moves to. `name` is where the text comes from, for messages.
 *
 * ```ts
 * parseKeyring('2026:3q2+7w…=') // { current: '2026', keys: { '2026': <Buffer> } }
 * ```
 *
 * @throws An Error that names the invalid entry and never shows a key.
 */
export function parseKeyring(text: string, name = 'TALLYHOOK_KEYRING'): Keyring {
  const entries = text.split(',').map((entry, index) => parseEntry(entry.trim(), { position: index + 1, name }));
  const keys: Record<string, Buffer> = Object.create(null) as Record<string, Buffer>;
  for (const { id, key } of entries) {
    if (keys[id]) throw new Error(`${name} has two keys with the id "${id}": give each key its own id.`);
    keys[id] = key;
  }
  return { current: entries[0]!.id, keys };
}

function parseEntry(
  entry: string,
  { position, name }: { position: number; name: string },
): { id: string; key: Buffer } {
  const match = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry);
  if (!match) {
    throw new Error(
      `${name}: key ${position} must be written as id:base64. An id consists of letters, digits, - and _. ` +
        'Separate keys with commas; the first one seals.',
    );
  }
  const [, id, base64] = match as unknown as [string, string, string];
  const key = Buffer.from(base64, 'base64');
  if (key.length !== keyBytes) {
    throw new Error(
      `${name}: key "${id}" has ${key.length} bytes, but must have ${keyBytes}. Make one with: openssl rand -base64 32`,
    );
  }
  return { id, key };
}
