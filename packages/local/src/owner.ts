import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Store } from '@tallyhook/store';
import { createPerson, findPersonByEmail, makeFirstOwner } from '@tallyhook/store/people';
import { ensureOperators } from '@tallyhook/store/workspaces';
import type { Home } from './home.ts';
import { readSecret, writeSecret } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The person who owns what a first start creates, and how to sign in. */
export interface Owner {
  personId: string;
  email: string;
  /** Known if this or an earlier start generated and kept it, or if it is set in the environment. */
  password: string | undefined;
  /** How to sign in, for the last line of a start. */
  howToSignIn: string;
}

/** Without letters and digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Creates the owner if there is none. Generates a password if none is set: for the demo it is kept in the home and
 * shown at every start; otherwise it is shown once.
 */
export async function ensureOwner(store: Store, home: Home, settings: Settings): Promise<Owner> {
  const { ownerEmail: email, ownerPassword: given, demo } = settings;
  const keptPath = join(home.secrets, 'owner.password');
  const kept = demo ? await readSecret(keptPath) : undefined;
  const person = await findPersonByEmail(store, email);
  if (person !== undefined) {
    if (!person.isFirstOwner) await makeFirstOwner(store, person.id);
    await ensureOperators(store, settings.operators, new Date());
    const password = given ?? kept;
    return { personId: person.id, email, password, howToSignIn: describe(email, given, kept, 'your password') };
  }
  const made = given ?? kept ?? makePassword();
  if (demo && given === undefined) await writeSecret(keptPath, made);
  const now = new Date();
  const first = { email, name: 'Owner', password: made, isFirstOwner: true } as const;
  const created = await createPerson(store, { ...first, by: 'npm start', now });
  await ensureOperators(store, settings.operators, now);
  const hint = demo ? '' : ' (shown only once)';
  return {
    personId: created.id,
    email,
    password: made,
    howToSignIn: `${describe(email, given, made, made)}${given === undefined ? hint : ''}`,
  };
}

function describe(email: string, given: string | undefined, known: string | undefined, otherwise: string): string {
  if (given !== undefined) return `sign in as ${email} with the password from TALLYHOOK_OWNER_PASSWORD`;
  return `sign in as ${email} with ${known === undefined ? otherwise : `password ${known}`}`;
}

/** Sixteen letters in groups of four: 79 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
