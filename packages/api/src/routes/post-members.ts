import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { createPerson, findPersonByEmail, canGiveRole, roleOf, setRole } from '@tallyhook/store/people';
import type { NewMember } from '@tallyhook/schemas/api';
import { defineRoute } from '../route.ts';

export const postMembers = defineRoute({
  method: 'post',
  path: '/api/members',
  access: { person: 'manage' },
  summary: 'Adds a member; creates the person with the given password if the email is unknown.',
  body: 'NewMember',
  answer: 'Member',
  status: 201,
  problems: ['already_exists'],
  async handler(request, { store, now }) {
    const { role, ...given } = request.body;
    const { workspaceId, by, role: own } = request.caller;
    if (!canGiveRole(own, role))
      throw new Problem('forbidden', 'Only an owner can make somebody an owner: ask one of them.');
    const person = await findOrMake(store, given, { by, now: now() });
    const before = await roleOf(store, workspaceId, person.id);
    if (before !== undefined) {
      throw new Problem('already_exists', `"${person.email}" is already in the workspace, as ${before}.`);
    }
    await setRole(store, { workspaceId, personId: person.id, role, by, now: now() });
    return { personId: person.id, email: person.email, name: person.name, role };
  },
});

/** Adding an existing person never changes their password. */
async function findOrMake(
  store: Store,
  { email, name, password }: Omit<NewMember, 'role'>,
  { by, now }: { by: string; now: Date },
) {
  const person = await findPersonByEmail(store, email);
  if (person !== undefined) return person;
  if (password !== undefined) return createPerson(store, { email, name: name ?? email, password, by, now });
  const detail = `Nobody has the email "${email}" yet: send a password for them to sign in with.`;
  throw new Problem('invalid_input', detail, { errors: [{ pointer: '#/password', code: 'missing_key', detail }] });
}
