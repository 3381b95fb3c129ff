import { Problem } from '@tallyhook/schemas';
import {
  createPerson,
  findPersonByEmail,
  mayGive,
  roleOf,
  roles,
  setRole,
  type Role,
  type Store,
} from '@tallyhook/store';
import { defineRoute } from '../route.ts';

interface NewMember {
  email: string;
  role: Role;
  name?: string;
  password?: string;
}

/** Puts a person into the workspace; one who is nowhere yet is made, with the password they are to sign in with. */
export const postMembers = defineRoute({
  method: 'post',
  path: '/api/members',
  needs: 'manage',
  only: 'session',
  body: {
    schema: {
      type: 'object',
      properties: {
        email: { type: 'string', minLength: 3, maxLength: 254 },
        role: { enum: Object.keys(roles) },
        name: { type: 'string', minLength: 1, maxLength: 200 },
        password: { type: 'string', minLength: 1, maxLength: 1024 },
      },
      required: ['email', 'role'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store, now }) {
    const { role, ...given } = request.body as NewMember;
    const { workspaceId, by, role: own } = request.caller;
    if (!mayGive(own, role)) throw new Problem('forbidden', 'Only an owner makes somebody an owner: ask one of them.');
    const person = await findOrMake(store, given, { by, now: now() });
    const before = await roleOf(store, workspaceId, person.id);
    if (before !== undefined) {
      throw new Problem('already_exists', `"${person.email}" is in the workspace already, as ${before}.`);
    }
    await setRole(store, { workspaceId, personId: person.id, role, by, now: now() });
    response.status(201).json({ personId: person.id, email: person.email, name: person.name, role });
  },
});

/** Nobody's password is changed by being added somewhere. */
async function findOrMake(
  store: Store,
  { email, name, password }: Omit<NewMember, 'role'>,
  { by, now }: { by: string; now: Date },
) {
  const person = await findPersonByEmail(store, email);
  if (person !== undefined) return person;
  if (password !== undefined) return createPerson(store, { email, name: name ?? email, password, by, now });
  const detail = `Nobody has the email "${email}" yet: send a password with which they can sign in.`;
  throw new Problem('invalid_input', detail, { errors: [{ pointer: '#/password', code: 'missing_key', detail }] });
}
