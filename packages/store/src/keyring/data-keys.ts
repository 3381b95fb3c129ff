import { randomBytes } from 'node:crypto';
import type { Problem } from '@tallyhook/schemas';
import type { ClientSession, Collection } from 'mongodb';
import { cannotOpen, open, seal, type SealedText } from './seal-bytes.ts';
import type { CollectionIndexes, Keyring, Store } from '../database/store.ts';
import { inTransaction } from '../database/transaction.ts';
import { countDataKey, ensureKeyringState } from './keyring-state.ts';
import { keyringName, keyringWith, requireKeyring } from './keyring.ts';

/** The data key of one workspace, sealed with a key of the keyring. */
export interface DataKeyDocument {
  /** The workspace id. */
  _id: string;
  /** The id of the keyring key that opens it. */
  keyId: string;
  sealed: SealedText;
  createdAt: Date;
}

export const dataKeyIndexes: CollectionIndexes = { collection: 'data_keys', indexes: [{ key: { keyId: 1 } }] };

const keyBytes = 32;

export const dataKeys = (store: Store): Collection<DataKeyDocument> =>
  store.system.collection(dataKeyIndexes.collection);

/**
 * Checks that the keyring opens every stored data key, so that a server with the wrong keyring does not start.
 * @throws Problem `internal` naming the first workspace whose key does not open.
 */
export async function checkKeyring(store: Store): Promise<void> {
  requireKeyring(store);
  for await (const kept of dataKeys(store).find()) await unwrap(store, kept);
}

/**
 * The sealed data keys that were read. A data key itself never changes; a rotation seals it again, with another key of
 * the keyring. Opening one still needs the keyring.
 */
const readKeys = new WeakMap<Store, Map<string, DataKeyDocument>>();
const maxReadKeys = 1_000;

/** The data key of a workspace. */
export async function openDataKey(store: Store, workspaceId: string): Promise<Buffer> {
  const found = await findDataKey(store, workspaceId);
  if (!found) throw cannotOpen(`The data key of workspace ${workspaceId} is missing.`);
  return found;
}

/** The data key of a workspace, created if it has none. */
export async function ensureDataKey(store: Store, workspaceId: string): Promise<Buffer> {
  return (await findDataKey(store, workspaceId)) ?? (await createDataKey(store, workspaceId));
}

async function findDataKey(store: Store, workspaceId: string): Promise<Buffer | undefined> {
  const { keys } = requireKeyring(store);
  const known = readKeys.get(store) ?? new Map<string, DataKeyDocument>();
  readKeys.set(store, known);
  const kept = known.get(workspaceId);
  // Its key may have been removed from the keyring after a rotation: then the row is read again.
  if (kept && keys[kept.keyId]) return unwrap(store, kept);
  const row = await dataKeys(store).findOne({ _id: workspaceId });
  if (!row) return undefined;
  const opened = await unwrap(store, row);
  if (known.size >= maxReadKeys) known.clear();
  known.set(workspaceId, row);
  return opened;
}

/**
 * Seals a new data key with the key that the installation uses now. In a transaction with the row that says which key
 * that is: so a rotation either sees the new data key, or this process sees the rotation, however old its keyring is.
 */
async function createDataKey(store: Store, workspaceId: string): Promise<Buffer> {
  await ensureKeyringState(store);
  const fresh = randomBytes(keyBytes);
  const create = async (session: ClientSession) => {
    const current = await countDataKey(store, session);
    const { keyId, sealed } = await wrap(store, { workspaceId, keyId: current, dataKey: fresh });
    // Two servers may seal a workspace's first account at the same time: both use the row written first.
    const row = await dataKeys(store).findOneAndUpdate(
      { _id: workspaceId },
      { $setOnInsert: { keyId, sealed, createdAt: new Date() } },
      { upsert: true, returnDocument: 'after', session },
    );
    return row!;
  };
  return unwrap(store, await inTransaction(store, create, { readConcern: 'local' }));
}

/** Seals a data key with a key of the keyring, which is read again if it lacks that key. */
export async function wrap(
  store: Store,
  { workspaceId, keyId, dataKey }: { workspaceId: string; keyId: string; dataKey: Buffer },
): Promise<Pick<DataKeyDocument, 'keyId' | 'sealed'>> {
  const keyring = await keyringWith(store, keyId);
  const key = keyring.keys[keyId];
  if (!key) throw lacksKey(store, keyId, 'which seals new data keys');
  return { keyId, sealed: seal(key, dataKeyLabel(workspaceId, keyId), dataKey) };
}

/** Opens a data key; the keyring is read again if it lacks the key. */
export async function unwrap(
  store: Store,
  { _id: workspaceId, keyId, sealed }: Pick<DataKeyDocument, '_id' | 'keyId' | 'sealed'>,
): Promise<Buffer> {
  const keyring: Keyring = await keyringWith(store, keyId);
  const key = keyring.keys[keyId];
  if (!key) throw lacksKey(store, keyId, `which sealed the data key of workspace ${workspaceId}`);
  return open(key, dataKeyLabel(workspaceId, keyId), sealed);
}

function lacksKey(store: Store, keyId: string, what: string): Problem {
  return cannotOpen(`The keyring has no key "${keyId}", ${what}: add it to ${keyringName(store)}.`);
}

const dataKeyLabel = (workspaceId: string, keyId: string) => `tallyhook/data-key/${workspaceId}/${keyId}`;
