import { openStore, type Keyring, type Store } from '@tallyhook/store';
import { randomBytes } from 'node:crypto';

/** The addresses of the real engines. A missing engine fails the tests; they are never skipped. */
export function engineAddresses(): { uri: string; temporalAddress: string } {
  const { MONGODB_URI: uri, TEMPORAL_ADDRESS: temporalAddress } = process.env;
  if (!uri || !temporalAddress) {
    throw new Error('MONGODB_URI and TEMPORAL_ADDRESS must name real engines: run npm test at the root, or set both.');
  }
  return { uri, temporalAddress };
}

export const namespace = 'tallyhook';

export const keyring: Keyring = { current: 'test', keys: { test: Buffer.alloc(32, 7) } };

/** A store with its own databases. */
export async function openTestStore(): Promise<Store> {
  const databasePrefix = `test_${randomBytes(6).toString('hex')}`;
  return openStore({ uri: engineAddresses().uri, databasePrefix, keyring });
}

/** Drops every database of a test store and closes it. */
export async function dropTestStore(store: Store): Promise<void> {
  const prefix = store.system.databaseName;
  const { databases } = await store.client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await store.client.db(name).dropDatabase();
  await store.close();
}
