export { newId, openStore } from './store.ts';
export type { Keyring, Store, StoreOptions } from './store.ts';
