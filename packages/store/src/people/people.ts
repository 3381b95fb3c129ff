import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { audited } from '../audit/audit.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword, verifyPassword, type PasswordHash } from './passwords.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { deleteSessionsOf } from './sessions.ts';

/** A person who can sign in. */
export interface Person {
  id: string;
  /** In lower case, without surrounding space. */
  email: string;
  name: string;
  /** Whether this is the first owner, who operates the installation. */
  isFirstOwner: boolean;
}

/** A person as an OpenID Connect provider knows them. */
export interface Identity {
  issuer: string;
  /** The `sub` of the ID token, which never changes and is never given to somebody else. */
  subject: string;
}

/** The stored form. */
export interface PersonDocument {
  _id: string;
  email: string;
  name: string;
  password: PasswordHash;
  isFirstOwner?: true;
  /** Who they are at the sign-in provider, from their first sign-in there on. */
  identity?: Identity;
  createdAt: Date;
}

export const peopleIndexes: CollectionIndexes = {
  collection: 'people',
  indexes: [
    { key: { email: 1 }, unique: true },
    {
      key: { 'identity.issuer': 1, 'identity.subject': 1 },
      unique: true,
      partialFilterExpression: { 'identity.issuer': { $exists: true } },
    },
  ],
};

const people = (store: Store) => store.system.collection<PersonDocument>('people');

/**
 * Creates a person.
 * @throws Problem `invalid_input` for an invalid email or password, `already_exists` for a taken email.
 */
export async function createPerson(store: Store, { by, ...given }: NewPerson & { by: string }): Promise<Person> {
  const document = await makePerson(given);
  const entry = { action: 'person.created', by, at: given.now, target: document._id } as const;
  await audited(store, entry, (session) => insertPerson(store, document, session));
  return toPerson(document);
}

/** The input for a new person. */
export interface NewPerson {
  email: string;
  name: string;
  password: string;
  now: Date;
  isFirstOwner?: true;
}

/** Checks the input and hashes the password, which takes too long for a transaction. */
export async function makePerson({ email, name, password, now, isFirstOwner }: NewPerson): Promise<PersonDocument> {
  const normalized = checkEmail(email);
  await checkNewPassword(password, [normalized, name]);
  const hash = await hashPassword(password);
  return {
    _id: newId(),
    email: normalized,
    name,
    password: hash,
    createdAt: now,
    ...(isFirstOwner && { isFirstOwner }),
  };
}

/**
 * Writes a person in the transaction that audits it.
 * @throws Problem `already_exists` for a taken email.
 */
export async function insertPerson(store: Store, document: PersonDocument, session: ClientSession): Promise<void> {
  try {
    await people(store).insertOne(document, { session });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new Problem('already_exists', `A person with the email "${document.email}" already exists.`, {
      cause: error,
    });
  }
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

/**
 * Changes a person's password and ends their sessions, except for the one in `keptSessionId`.
 * @throws Problem `invalid_input` for a password that is too short or too common.
 */
export async function changePassword(
  store: Store,
  { personId, password, keptSessionId, now }: { personId: string; password: string; keptSessionId?: string; now: Date },
  inSameTransaction: (session: ClientSession) => Promise<void> = async () => undefined,
): Promise<void> {
  const person = await getPerson(store, personId);
  await checkNewPassword(password, person === undefined ? [] : [person.email, person.name]);
  const hash = await hashPassword(password);
  const entry = { action: 'person.password_changed', by: personId, at: now, target: personId } as const;
  await audited(store, entry, async (session) => {
    await inSameTransaction(session);
    await people(store).updateOne({ _id: personId }, { $set: { password: hash } }, { session });
    await deleteSessionsOf(store, { personId, keptSessionId }, session);
  });
}

/**
 * Fails unless this is the person's password.
 * @throws Problem `wrong_credentials`.
 */
export async function requirePassword(store: Store, personId: string, password: string): Promise<void> {
  const document = await people(store).findOne({ _id: personId });
  if (document !== null && (await verifyPassword(password, document.password))) return;
  throw new Problem('wrong_credentials', 'The current password is wrong.');
}

/** Changes a person's own name. */
export async function renamePerson(
  store: Store,
  { personId, name, now }: { personId: string; name: string; now: Date },
): Promise<void> {
  const entry = { action: 'person.renamed', by: personId, at: now, target: personId, details: { name } } as const;
  await audited(store, entry, (session) => people(store).updateOne({ _id: personId }, { $set: { name } }, { session }));
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

/**
 * Finds the person with this identity. The first time, that is the person with the email, which the provider must have
 * verified; from then on, only the identity counts, so that an address given to somebody else opens nothing.
 * Undefined if there is none, or if the person with the email has another identity.
 */
export async function findPersonByIdentity(
  store: Store,
  { issuer, subject, verifiedEmail, now }: Identity & { verifiedEmail: string | undefined; now: Date },
): Promise<Person | undefined> {
  const identity = { issuer, subject };
  const known = await people(store).findOne({ 'identity.issuer': issuer, 'identity.subject': subject });
  if (known !== null) return toPerson(known);
  if (verifiedEmail === undefined) return undefined;
  const free = { email: normalizeEmail(verifiedEmail), 'identity.issuer': { $ne: issuer } };
  const person = await people(store).findOne(free);
  if (person === null) return undefined;
  const details = { issuer, subject };
  const entry = { action: 'person.identity_linked', by: person._id, at: now, target: person._id, details } as const;
  return audited(store, entry, async (session) => {
    const linked = await people(store).findOneAndUpdate(
      free,
      { $set: { identity } },
      { session, returnDocument: 'after' },
    );
    // Another sign-in was first, with another identity.
    if (linked === null)
      throw new Problem('already_exists', 'Somebody else has just signed in with this email. Try again.');
    return toPerson(linked);
  });
}

/** Marks the person whom the environment names as the owner, in an installation from before there were operators. */
export async function makeFirstOwner(store: Store, personId: string): Promise<void> {
  await people(store).updateOne({ _id: personId }, { $set: { isFirstOwner: true } });
}

/** The first owner, and the people with these emails. */
export async function listOperators(store: Store, emails: readonly string[]): Promise<Person[]> {
  const documents = await people(store)
    .find({ $or: [{ isFirstOwner: true }, { email: { $in: emails.map(normalizeEmail) } }] })
    .toArray();
  return documents.map(toPerson);
}

/** Normalizes an email for comparison: trimmed, NFKC, lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/**
 * The normalized email.
 * @throws Problem `invalid_input`
 */
export function checkEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (normalized.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(normalized)) return normalized;
  const detail = 'An email must have the form name@host and at most 254 characters.';
  throw new Problem('invalid_input', detail, { errors: [{ pointer: '#/email', code: 'invalid_email', detail }] });
}

let unknownPerson: Promise<PasswordHash> | undefined;

function unknownPersonHash(): Promise<PasswordHash> {
  unknownPerson ??= hashPassword('the password of nobody');
  return unknownPerson;
}

export function toPerson({ _id, email, name, isFirstOwner }: PersonDocument): Person {
  return { id: _id, email, name, isFirstOwner: isFirstOwner === true };
}
