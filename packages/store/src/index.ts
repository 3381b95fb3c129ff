export { ensureIndexes } from './indexes.ts';
export { newId, openStore } from './store.ts';
export type { CollectionIndexes, Keyring, Store, StoreOptions } from './store.ts';
export { abilities, abilitiesOf, isRole, roles } from './roles.ts';
export type { Ability, Role } from './roles.ts';
