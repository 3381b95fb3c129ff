import { makeHookKey } from './triggers/workflow-addresses.ts';
import type { Store } from './database/store.ts';

/**
 * Brings rows of earlier builds into today's form; does nothing to a new installation. Releases got a scope, and linked
 * accounts an address of their own.
 */
export async function migrate(store: Store): Promise<void> {
  const { system } = store;
  const releases = system.collection('connector_releases');
  const isScoped = { $set: { scope: { $ifNull: ['$workspaceId', 'marketplace'] } } };
  await releases.updateMany({ scope: { $exists: false } }, [isScoped]);
  // A new installation has no such collection yet.
  const [collection] = await system.listCollections({ name: releases.collectionName }).toArray();
  const indexes = collection === undefined ? [] : await releases.indexes();
  if (indexes.some(({ name }) => name === 'connector_1_version_1')) await releases.dropIndex('connector_1_version_1');
  const accounts = system.collection('linked_accounts');
  for await (const { _id } of accounts.find({ hookKey: { $exists: false } }, { projection: { _id: 1 } })) {
    await accounts.updateOne({ _id, hookKey: { $exists: false } }, { $set: { hookKey: makeHookKey() } });
  }
}
