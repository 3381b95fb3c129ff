import { abilitiesOf, roles, type Role } from '@tallyhook/store/people';
import { abilitiesOfKey, abilityOf, admits } from '../access.ts';
import type { Route } from '../route.ts';

const progress =
  'Clients that accept `application/x-ndjson` get its progress line by line; the last line has the result or a problem.';

/** Says in words who may use a route, and how its progress is reported. */
export function describeAdmission({ access, reportsProgress }: Pick<Route, 'access' | 'reportsProgress'>): string {
  return [admissionOf(access), ...(reportsProgress ? [progress] : [])].join(' ');
}

function admissionOf(access: Route['access']): string {
  const ability = abilityOf(access);
  if (ability === undefined) return access === 'anyone' ? 'Open to anyone.' : 'For every person who has signed in.';
  const { people, keys } = admits(access);
  const admitted = (Object.keys(roles) as Role[]).filter((role) => abilitiesOf(role).has(ability));
  const keysOf = (['read', 'write'] as const).filter((kind) => keys && abilitiesOfKey(kind).has(ability));
  const forKeys = keysOf.length === 0 ? [] : [keysOf.includes('read') ? 'every API key' : 'API keys that write'];
  const forPeople = people ? [`people with the role ${listOf(admitted)}`] : [];
  return `For ${[...forPeople, ...forKeys].join(', and for ')}.`;
}

const listOf = (words: readonly string[]): string =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
