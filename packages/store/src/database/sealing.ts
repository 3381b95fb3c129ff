import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import type { Keyring, Store } from './store.ts';

/** A sealed text: AES-256-GCM with a random IV; all parts are base64. */
export interface SealedText {
  iv: string;
  tag: string;
  data: string;
}

/** The data key of one workspace, sealed with a key of the keyring. */
interface DataKeyDocument {
  /** The workspace id. */
  _id: string;
  /** The id of the keyring key that opens it. */
  keyId: string;
  sealed: SealedText;
  createdAt: Date;
}

const keyBytes = 32;
/** 96 bits, the length NIST SP 800-38D section 5.2.1.1 recommends. */
const ivBytes = 12;
const tagBytes = 16;

const dataKeys = (store: Store): Collection<DataKeyDocument> => store.system.collection('data_keys');

/**
 * Parses the setting `TALLYHOOK_KEYRING`: `id:base64,id:base64`, each key 32 bytes. The first key seals, every key
 * opens.
 *
 * ```ts
 * parseKeyring('2026:3q2+7w…=') // { current: '2026', keys: { '2026': <Buffer> } }
 * ```
 *
 * @throws An Error that names the invalid entry and never shows a key.
 */
export function parseKeyring(text: string): Keyring {
  const entries = text.split(',').map((entry, index) => parseEntry(entry.trim(), index + 1));
  const keys: Record<string, Buffer> = Object.create(null) as Record<string, Buffer>;
  for (const { id, key } of entries) {
    if (keys[id]) throw new Error(`TALLYHOOK_KEYRING has two keys with the id "${id}": give each key its own id.`);
    keys[id] = key;
  }
  return { current: entries[0]!.id, keys };
}

function parseEntry(entry: string, position: number): { id: string; key: Buffer } {
  const match = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry);
  if (!match) {
    throw new Error(
      `TALLYHOOK_KEYRING: key ${position} must be written as id:base64. An id consists of letters, digits, - and _. ` +
        'Separate keys with commas; the first one seals.',
    );
  }
  const [, id, base64] = match as unknown as [string, string, string];
  const key = Buffer.from(base64, 'base64');
  if (key.length !== keyBytes) {
    throw new Error(
      `TALLYHOOK_KEYRING: key "${id}" has ${key.length} bytes, but must have ${keyBytes}. Make one with: openssl rand -base64 32`,
    );
  }
  return { id, key };
}

/**
 * Seals a text so that it opens only for this workspace and this account.
 * @throws Problem `unavailable` if the store was opened without a keyring: nothing is ever stored unsealed.
 */
export async function sealText(
  store: Store,
  { workspaceId, accountId, text }: SealedPlace & { text: string },
): Promise<SealedText> {
  const dataKey = await ensureDataKey(store, workspaceId);
  return seal(dataKey, accountLabel({ workspaceId, accountId }), Buffer.from(text, 'utf8'));
}

/** The account that a sealed text belongs to. */
export interface SealedPlace {
  workspaceId: string;
  accountId: string;
}

/**
 * Opens a text sealed by {@link sealText}.
 * @throws Problem `internal` if the key is wrong, a byte was changed, or the text was copied from another account or
 * workspace.
 */
export async function openText(
  store: Store,
  { workspaceId, accountId, sealed }: SealedPlace & { sealed: SealedText },
): Promise<string> {
  const dataKey = openDataKey(requireKeyring(store), await readDataKey(store, workspaceId));
  return open(dataKey, accountLabel({ workspaceId, accountId }), sealed).toString('utf8');
}

/** The sealed data keys that were read. They are written once; opening one still needs the keyring. */
const readKeys = new WeakMap<Store, Map<string, DataKeyDocument>>();
const maxReadKeys = 1_000;

async function readDataKey(store: Store, workspaceId: string): Promise<DataKeyDocument> {
  const known = readKeys.get(store) ?? new Map<string, DataKeyDocument>();
  readKeys.set(store, known);
  const found = known.get(workspaceId) ?? (await dataKeys(store).findOne({ _id: workspaceId }));
  if (!found) throw cannotOpen(`The data key of workspace ${workspaceId} is missing.`);
  if (known.size >= maxReadKeys) known.clear();
  known.set(workspaceId, found);
  return found;
}

/**
 * Checks that the keyring opens every stored data key, so that a server with the wrong keyring does not start.
 * @throws Problem `internal` naming the first workspace whose key does not open.
 */
export async function checkKeyring(store: Store): Promise<void> {
  const keyring = requireKeyring(store);
  for await (const kept of dataKeys(store).find()) openDataKey(keyring, kept);
}

async function ensureDataKey(store: Store, workspaceId: string): Promise<Buffer> {
  const keyring = requireKeyring(store);
  const fresh = randomBytes(keyBytes);
  // Two servers may seal a workspace's first account at the same time: both use the row written first.
  const kept = await dataKeys(store).findOneAndUpdate(
    { _id: workspaceId },
    {
      $setOnInsert: { keyId: keyring.current, sealed: sealDataKey(keyring, workspaceId, fresh), createdAt: new Date() },
    },
    { upsert: true, returnDocument: 'after' },
  );
  return openDataKey(keyring, kept!);
}

function sealDataKey(keyring: Keyring, workspaceId: string, dataKey: Buffer): SealedText {
  return seal(keyring.keys[keyring.current]!, dataKeyLabel(workspaceId, keyring.current), dataKey);
}

function openDataKey(keyring: Keyring, { _id: workspaceId, keyId, sealed }: DataKeyDocument): Buffer {
  const key = keyring.keys[keyId];
  if (!key) {
    throw cannotOpen(
      `The keyring has no key "${keyId}", which sealed the data key of workspace ${workspaceId}: add it to TALLYHOOK_KEYRING.`,
    );
  }
  return open(key, dataKeyLabel(workspaceId, keyId), sealed);
}

function requireKeyring(store: Store): Keyring {
  if (store.keyring) return store.keyring;
  throw new Problem(
    'unavailable',
    'This server has no keyring, so it cannot store or open credentials: set TALLYHOOK_KEYRING.',
  );
}

const accountLabel = ({ workspaceId, accountId }: SealedPlace) => `tallyhook/account/${workspaceId}/${accountId}`;
const dataKeyLabel = (workspaceId: string, keyId: string) => `tallyhook/data-key/${workspaceId}/${keyId}`;

/** `label` is authenticated with the text but not stored with it, so a sealed text that was moved does not open. */
function seal(key: Buffer, label: string, plain: Buffer): SealedText {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(label));
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') };
}

function open(key: Buffer, label: string, { iv, tag, data }: SealedText): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(label)).setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]);
  } catch (cause) {
    throw cannotOpen(
      'The sealed text cannot be opened: the key is wrong, or the text was changed or moved. Link the account again.',
      cause,
    );
  }
}

function cannotOpen(detail: string, cause?: unknown): Problem {
  return new Problem('internal', detail, { cause });
}
