import { Problem } from '@tallyhook/schemas';
import { audited } from './audit.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { hashPassword, verifyPassword, type PasswordHash } from './passwords.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** A person who can sign in. */
export interface Person {
  id: string;
  /** In lower case, without surrounding space. */
  email: string;
  name: string;
}

interface PersonDocument {
  _id: string;
  email: string;
  name: string;
  password: PasswordHash;
  createdAt: Date;
}

export const peopleIndexes: CollectionIndexes = {
  collection: 'people',
  indexes: [{ key: { email: 1 }, unique: true }],
};

const people = (store: Store) => store.system.collection<PersonDocument>('people');

const passwordLength = { minimum: 8, maximum: 1024 };

/**
 * Creates a person.
 * @throws Problem `invalid_input` for an invalid email or password, `already_exists` for a taken email.
 */
export async function createPerson(
  store: Store,
  { email, name, password, by, now }: { email: string; name: string; password: string; by: string; now: Date },
): Promise<Person> {
  const normalized = checkEmail(email);
  checkPasswordLength(password);
  const document = { _id: newId(), email: normalized, name, password: await hashPassword(password), createdAt: now };
  const entry = { action: 'person.created', by, at: now, target: document._id } as const;
  try {
    await audited(store, entry, (session) => people(store).insertOne(document, { session }));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new Problem('already_exists', `A person with the email "${normalized}" already exists.`, { cause: error });
  }
  return toPerson(document);
}

/**
 * Finds the person with this email and password. An unknown email takes as long as a wrong password.
 * @throws Problem `wrong_credentials`.
 */
export async function checkPassword(
  store: Store,
  { email, password }: { email: string; password: string },
): Promise<Person> {
  const document = await people(store).findOne({ email: normalizeEmail(email) });
  const right = await verifyPassword(password, document?.password ?? (await unknownPersonHash()));
  if (document === null || !right) {
    throw new Problem('wrong_credentials', 'Wrong email or password. Check both and sign in again.');
  }
  return toPerson(document);
}

/** The names of people by id; unknown ids are absent. */
export async function personNames(store: Store, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const found = await people(store)
    .find({ _id: { $in: [...ids] } }, { projection: { name: 1 } })
    .toArray();
  return Object.fromEntries(found.map(({ _id, name }) => [_id, name]));
}

/** Changes a person's password. The caller must end the person's sessions. */
export async function changePassword(
  store: Store,
  { personId, password, by, now }: { personId: string; password: string; by: string; now: Date },
): Promise<void> {
  checkPasswordLength(password);
  const hash = await hashPassword(password);
  await audited(store, { action: 'person.password_changed', by, at: now, target: personId }, (session) =>
    people(store).updateOne({ _id: personId }, { $set: { password: hash } }, { session }),
  );
}

/** The person with this id, if any. */
export async function getPerson(store: Store, id: string): Promise<Person | undefined> {
  const document = await people(store).findOne({ _id: id });
  return document === null ? undefined : toPerson(document);
}

/** The person with this email, if any. */
export async function findPersonByEmail(store: Store, email: string): Promise<Person | undefined> {
  const document = await people(store).findOne({ email: normalizeEmail(email) });
  return document === null ? undefined : toPerson(document);
}

/** The people with these ids, in any order. */
export async function listPeople(store: Store, ids: readonly string[]): Promise<Person[]> {
  const documents = await people(store)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return documents.map(toPerson);
}

/** Normalizes an email for comparison: trimmed, NFKC, lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

function checkEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (normalized.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(normalized)) return normalized;
  const detail = 'An email must have the form name@host and at most 254 characters.';
  throw new Problem('invalid_input', detail, { errors: [{ pointer: '#/email', code: 'invalid_email', detail }] });
}

function checkPasswordLength(password: string): void {
  const { minimum, maximum } = passwordLength;
  if (password.length >= minimum && password.length <= maximum) return;
  const detail = `A password must have ${minimum} to ${maximum} characters; this one has ${password.length}.`;
  throw new Problem('invalid_input', detail, { errors: [{ pointer: '#/password', code: 'wrong_length', detail }] });
}

let unknownPerson: Promise<PasswordHash> | undefined;

function unknownPersonHash(): Promise<PasswordHash> {
  unknownPerson ??= hashPassword('the password of nobody');
  return unknownPerson;
}

function toPerson({ _id, email, name }: PersonDocument): Person {
  return { id: _id, email, name };
}
