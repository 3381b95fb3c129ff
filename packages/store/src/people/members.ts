import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { audited } from '../audit/audit.ts';
import type { Role } from './roles.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** A person in a workspace. */
export interface Member {
  workspaceId: string;
  personId: string;
  role: Role;
}

interface MemberDocument extends Member {
  /** `<workspace>:<person>`: a person has one role in a workspace. */
  _id: string;
  /** When a change last relied on the presence of this owner. */
  reliedOnAt?: Date;
}

export const memberIndexes: CollectionIndexes = {
  collection: 'members',
  indexes: [{ key: { personId: 1 } }, { key: { workspaceId: 1, role: 1 } }],
};

const members = (store: Store) => store.system.collection<MemberDocument>('members');

const memberId = (workspaceId: string, personId: string) => `${workspaceId}:${personId}`;

/** The person's role in the workspace; undefined if not a member. */
export async function roleOf(store: Store, workspaceId: string, personId: string): Promise<Role | undefined> {
  const document = await members(store).findOne({ _id: memberId(workspaceId, personId) });
  return document?.role;
}

/**
 * Adds a person to a workspace or changes a member's role; takes effect on the next request.
 * @throws Problem `invalid_input` if no owner would be left.
 */
export async function setRole(
  store: Store,
  { workspaceId, personId, role, by, now }: Member & { by: string; now: Date },
): Promise<void> {
  const entry = { action: 'member.set', by, at: now, workspaceId, target: personId, details: { role } } as const;
  await audited(store, entry, async (session) => {
    await putMember(store, { workspaceId, personId, role }, session);
    await requireOwner(store, workspaceId, session);
  });
}

/**
 * Deletes a membership in the transaction that audits it.
 * @throws Problem `not_found` without a membership, `invalid_input` if no owner would be left.
 */
export async function deleteMember(
  store: Store,
  { workspaceId, personId }: { workspaceId: string; personId: string },
  session: ClientSession,
): Promise<void> {
  const { deletedCount } = await members(store).deleteOne({ _id: memberId(workspaceId, personId) }, { session });
  if (deletedCount === 0) throw new Problem('not_found', `This workspace has no member with the id "${personId}".`);
  await requireOwner(store, workspaceId, session);
}

/** Lists the members of a workspace. */
export async function listMembers(store: Store, workspaceId: string): Promise<Member[]> {
  const documents = await members(store).find({ workspaceId }).toArray();
  return documents.map(toMember);
}

/** Lists a person's memberships. */
export async function listMemberships(store: Store, personId: string): Promise<Member[]> {
  const documents = await members(store).find({ personId }).sort({ workspaceId: 1 }).toArray();
  return documents.map(toMember);
}

/** Adds a membership in the transaction that audits it; somebody who is a member already keeps their role. */
export async function addMember(store: Store, member: Member, session: ClientSession): Promise<void> {
  const { workspaceId, personId, role } = member;
  const _id = memberId(workspaceId, personId);
  await members(store).updateOne({ _id }, { $setOnInsert: { workspaceId, personId, role } }, { upsert: true, session });
}

/** Writes a membership in the transaction that audits it. */
export async function putMember(store: Store, member: Member, session: ClientSession): Promise<void> {
  const { workspaceId, personId, role } = member;
  await members(store).updateOne(
    { _id: memberId(workspaceId, personId) },
    { $set: { workspaceId, personId, role } },
    { upsert: true, session },
  );
}

async function requireOwner(store: Store, workspaceId: string, session: ClientSession): Promise<void> {
  // An update rather than a read, so that two owners who leave at the same moment cause a write conflict.
  const owner = await members(store).findOneAndUpdate(
    { workspaceId, role: 'owner' },
    { $currentDate: { reliedOnAt: true } },
    { session, sort: { _id: 1 } },
  );
  if (owner !== null) return;
  throw new Problem('invalid_input', 'A workspace needs at least one owner. Make someone else an owner first.');
}

function toMember({ workspaceId, personId, role }: MemberDocument): Member {
  return { workspaceId, personId, role };
}
