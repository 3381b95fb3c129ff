import type { Ability } from '@tallyhook/store/people';

/**
 * Who may use a route.
 * `anyone`: without signing in. `person`: a signed-in person, in no workspace in particular (`request.signedIn`).
 * An ability: a session or a key that has it on its branch (`request.caller`); `{ person }` and `{ key }` admit only one
 * of the two.
 */
export type Access = 'anyone' | 'person' | Ability | { person: Ability } | { key: Ability };

/** The ability that a route asks for; `undefined` where it is about no branch. */
export function abilityOf(access: Access): Ability | undefined {
  if (access === 'anyone' || access === 'person') return undefined;
  if (typeof access === 'string') return access;
  return 'person' in access ? access.person : access.key;
}

/** Whether people with a session may come, and keys. */
export function admits(access: Access): { people: boolean; keys: boolean } {
  if (access === 'anyone' || typeof access === 'object')
    return { people: access === 'anyone' || 'person' in access, keys: access === 'anyone' || 'key' in access };
  return { people: true, keys: access !== 'person' };
}
