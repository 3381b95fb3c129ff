import type { Store } from '@tallyhook/store';
import { findPersonByEmail, listMembers, listPeople } from '@tallyhook/store/people';

/** The members among those who are named, and the names of all others. */
export interface NamedMembers {
  members: { personId: string; email: string }[];
  others: string[];
}

/**
 * Finds the members of a workspace by emails and ids. It says the same of somebody who has left and of an email that
 * nobody has: a workspace does not learn who uses the installation.
 */
export async function membersNamed(store: Store, workspaceId: string, names: readonly string[]): Promise<NamedMembers> {
  const inside = new Set((await listMembers(store, workspaceId)).map(({ personId }) => personId));
  const members = new Map<string, string>();
  const others: string[] = [];
  for (const name of new Set(names)) {
    const person = name.includes('@') ? await findPersonByEmail(store, name) : (await listPeople(store, [name]))[0];
    if (person !== undefined && inside.has(person.id)) members.set(person.id, person.email);
    else others.push(name);
  }
  return { members: [...members].map(([personId, email]) => ({ personId, email })), others };
}
