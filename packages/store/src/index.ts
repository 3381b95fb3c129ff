export { newId, openStore } from './store.ts';
export type { Keyring, Store, StoreOptions } from './store.ts';
export { abilities, abilitiesOf, isRole, roles } from './roles.ts';
export type { Ability, Role } from './roles.ts';
