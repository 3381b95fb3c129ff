import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { audited } from '../audit/audit.ts';
import { addMember } from './members.ts';
import { checkEmail, findPersonByEmail, getPerson, insertPerson, makePerson, toPerson, type Person } from './people.ts';
import type { Role } from './roles.ts';
import { digestLinkToken, makeLinkToken } from './secret-links.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** An open invitation into a workspace. It ends when it is accepted, declined, revoked or seven days old. */
export interface Invitation {
  id: string;
  workspaceId: string;
  email: string;
  role: Role;
  createdAt: string;
  createdBy: string;
  expiresAt: string;
}

interface InvitationDocument {
  _id: string;
  workspaceId: string;
  email: string;
  role: Role;
  sha256: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date;
}

export const invitationIndexes: CollectionIndexes = {
  collection: 'invitations',
  indexes: [
    { key: { sha256: 1 }, unique: true },
    { key: { workspaceId: 1, email: 1 }, name: 'invited', unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

/** How long an invitation can be accepted. */
export const invitationDays = 7;

export const invitations = (store: Store) => store.system.collection<InvitationDocument>(invitationIndexes.collection);

/**
 * Invites an email into a workspace; a new invitation replaces an open one for the same email. Does not look up whether
 * a person has the email. Only the returned token accepts it.
 * @throws Problem `invalid_input` for an invalid email.
 */
export async function createInvitation(
  store: Store,
  { workspaceId, email, role, by, now }: { workspaceId: string; email: string; role: Role; by: string; now: Date },
): Promise<{ invitation: Invitation; token: string }> {
  const { token, sha256 } = makeLinkToken();
  const expiresAt = new Date(now.getTime() + invitationDays * 24 * 60 * 60 * 1000);
  const row = { workspaceId, email: checkEmail(email), role, sha256, createdAt: now, createdBy: by, expiresAt };
  const document: InvitationDocument = { _id: newId(), ...row };
  const details = { email: row.email, role };
  const entry = { action: 'invitation.created', by, at: now, workspaceId, target: document._id, details } as const;
  await audited(store, entry, async (session) => {
    await invitations(store).deleteOne({ workspaceId, email: row.email }, { session });
    await invitations(store).insertOne(document, { session });
  });
  return { invitation: toInvitation(document), token };
}

/** Lists the open invitations of a workspace, newest first. */
export async function listInvitations(store: Store, workspaceId: string, now: Date): Promise<Invitation[]> {
  const open = { workspaceId, expiresAt: { $gt: now } };
  return (await invitations(store).find(open).sort({ _id: -1 }).toArray()).map(toInvitation);
}

/**
 * Revokes an open invitation.
 * @throws Problem `not_found`.
 */
export async function revokeInvitation(
  store: Store,
  { workspaceId, id, by, now }: { workspaceId: string; id: string; by: string; now: Date },
): Promise<void> {
  const entry = { action: 'invitation.revoked', by, at: now, workspaceId, target: id } as const;
  await audited(store, entry, async (session) => {
    const { deletedCount } = await invitations(store).deleteOne({ _id: id, workspaceId }, { session });
    if (deletedCount === 0)
      throw new Problem('not_found', `This workspace has no open invitation with the id "${id}".`);
  });
}

/**
 * The open invitation of a token, and whether a person has its email.
 * @throws Problem `not_found`.
 */
export async function openInvitation(
  store: Store,
  token: string,
  now: Date,
): Promise<{ invitation: Invitation; isKnown: boolean }> {
  const document = await findOpen(store, token, now);
  return {
    invitation: toInvitation(document),
    isKnown: (await findPersonByEmail(store, document.email)) !== undefined,
  };
}

/**
 * Accepts an invitation for a person who has no account yet, with the name and password that they choose.
 * @throws Problem `not_found`, `invalid_input`, `already_exists` if a person with the email exists.
 */
export async function acceptAsNewPerson(
  store: Store,
  { token, name, password, now }: { token: string; name: string; password: string; now: Date },
): Promise<{ person: Person; workspaceId: string }> {
  const { email, workspaceId, role } = await findOpen(store, token, now);
  const document = await makePerson({ email, name, password, now });
  const person = toPerson(document);
  const { id: by } = person;
  const created = { action: 'person.created', by, at: now, target: by } as const;
  const details = { email, role };
  const accepted = { action: 'invitation.accepted', by, at: now, workspaceId, target: by, details } as const;
  await audited(store, [created, accepted], async (session) => {
    await insertPerson(store, document, session);
    await accept(store, { token, person, now }, session);
  });
  return { person, workspaceId };
}

/**
 * Accepts an invitation as the signed-in person, whose email it must name. Never changes their name or password. A
 * member keeps the role they have.
 * @throws Problem `not_found`, `forbidden` if it is for another email.
 */
export async function acceptAsPerson(
  store: Store,
  { token, personId, now }: { token: string; personId: string; now: Date },
): Promise<{ workspaceId: string }> {
  const person = await getPerson(store, personId);
  const { email, workspaceId, role } = await findOpen(store, token, now);
  if (person?.email !== email)
    throw new Problem('forbidden', `This invitation is for ${email}. Sign out, then open its link again.`);
  const details = { email, role };
  const entry = {
    action: 'invitation.accepted',
    by: personId,
    at: now,
    workspaceId,
    target: personId,
    details,
  } as const;
  await audited(store, entry, (session) => accept(store, { token, person, now }, session));
  return { workspaceId };
}

/**
 * Declines an invitation. The token is enough, because the person may have no account.
 * @throws Problem `not_found`.
 */
export async function declineInvitation(store: Store, token: string, now: Date): Promise<void> {
  const { _id, workspaceId, email } = await findOpen(store, token, now);
  const entry = { action: 'invitation.declined', by: email, at: now, workspaceId, target: _id } as const;
  await audited(store, entry, (session) => invitations(store).deleteOne({ _id }, { session }));
}

async function accept(
  store: Store,
  { token, person, now }: { token: string; person: Person; now: Date },
  session: ClientSession,
): Promise<void> {
  const open = { sha256: digestLinkToken(token), email: person.email, expiresAt: { $gt: now } };
  const document = await invitations(store).findOneAndDelete(open, { session });
  if (document === null) throw noInvitation();
  const { workspaceId, role } = document;
  await addMember(store, { workspaceId, personId: person.id, role }, session);
}

async function findOpen(store: Store, token: string, now: Date): Promise<InvitationDocument> {
  const document = await invitations(store).findOne({ sha256: digestLinkToken(token), expiresAt: { $gt: now } });
  if (document === null) throw noInvitation();
  return document;
}

function noInvitation(): Problem {
  const detail = 'This invitation was used, declined or revoked, or it is older than seven days. Ask for a new one.';
  return new Problem('not_found', detail);
}

function toInvitation(document: InvitationDocument): Invitation {
  const { _id, workspaceId, email, role, createdAt, createdBy, expiresAt } = document;
  const times = { createdAt: createdAt.toISOString(), createdBy, expiresAt: expiresAt.toISOString() };
  return { id: _id, workspaceId, email, role, ...times };
}
