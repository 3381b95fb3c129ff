export { ensureIndexes } from './indexes.ts';
export { newId, newIdAt, openStore, pingStore } from './database/store.ts';
export type { CollectionIndexes, Keyring, Store, StoreOptions } from './database/store.ts';
export { problemFrom } from './database/problem-from.ts';
export { isStoreUnavailable } from './database/unavailable.ts';
export { checkKeyring, parseKeyring, readKeyring } from './keyring/index.ts';
export { sweep } from './moving/sweep.ts';
export type { SweepOptions } from './moving/sweep.ts';
export { createSharedReads, gather, oncePer, type SharedReads } from './database/gather.ts';
