import type { KeyAccess } from '@tallyhook/store/keys';
import type { Ability } from '@tallyhook/store/people';

/**
 * Who may use a route. `anyone`: no sign-in. `person`: any signed-in person, without a workspace (`request.signedIn`).
 * An ability: a session or API key that has it on its branch (`request.caller`); `{ person }` and `{ key }` admit only
 * one of the two.
 */
export type Access = 'anyone' | 'person' | Ability | { person: Ability } | { key: Ability };

/** The ability a route requires; `undefined` for routes without a branch. */
export function abilityOf(access: Access): Ability | undefined {
  if (access === 'anyone' || access === 'person') return undefined;
  if (typeof access === 'string') return access;
  return 'person' in access ? access.person : access.key;
}

/** What an API key may do on its branch. */
export function abilitiesOfKey(access: KeyAccess): ReadonlySet<Ability> {
  return new Set<Ability>(access === 'write' ? ['read', 'write', 'act'] : ['read']);
}

/** Whether a route admits people with a session, and whether it admits keys. */
export function admits(access: Access): { people: boolean; keys: boolean } {
  if (access === 'anyone' || typeof access === 'object')
    return { people: access === 'anyone' || 'person' in access, keys: access === 'anyone' || 'key' in access };
  return { people: true, keys: access !== 'person' };
}
