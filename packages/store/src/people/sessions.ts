import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { audited } from '../audit/audit.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** An open session. */
export interface Session {
  /** The digest under which the session is stored. */
  id: string;
  personId: string;
  createdAt: Date;
  expiresAt: Date;
  /** When the session was last used, to a few minutes. */
  lastSeenAt: Date;
  /** The browser or program, as it calls itself; null if it did not say. */
  userAgent: string | null;
  /** The network address that signed in; null if unknown. */
  address: string | null;
}

interface SessionDocument {
  _id: string;
  personId: string;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt?: Date;
  userAgent?: string;
  address?: string;
}

export const sessionIndexes: CollectionIndexes = {
  collection: 'sessions',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }, { key: { personId: 1 } }],
};

/** How long a sign-in lasts. */
export const sessionDays = 14;

const seenPrecisionMs = 5 * 60_000;
const maxUserAgentLength = 300;

const sessions = (store: Store) => store.system.collection<SessionDocument>('sessions');

/** Opens a session for an authenticated person. Only the returned token opens it; the token is not stored. */
export async function openSession(
  store: Store,
  {
    personId,
    now,
    userAgent,
    address,
  }: { personId: string; now: Date; userAgent?: string | undefined; address?: string | undefined },
): Promise<{ token: string; session: Session }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + sessionDays * 24 * 60 * 60 * 1000);
  const document: SessionDocument = {
    ...{ _id: digest(token), personId, createdAt: now, expiresAt, lastSeenAt: now },
    ...(userAgent && { userAgent: userAgent.slice(0, maxUserAgentLength) }),
    ...(address && { address }),
  };
  const details = address === undefined ? {} : { details: { address } };
  await audited(store, { action: 'session.opened', by: personId, at: now, target: personId, ...details }, (session) =>
    sessions(store).insertOne(document, { session }),
  );
  return { token, session: toSession(document) };
}

/** The open session of a token; undefined if the token has ended, expired or is unknown. Notes that it was used. */
export async function findSession(store: Store, token: string, now: Date): Promise<Session | undefined> {
  const document = await sessions(store).findOne({ _id: digest(token), expiresAt: { $gt: now } });
  if (document === null) return undefined;
  await noteUse(store, document, now);
  return toSession(document);
}

async function noteUse(store: Store, { _id, lastSeenAt }: SessionDocument, now: Date): Promise<void> {
  if (lastSeenAt !== undefined && now.getTime() - lastSeenAt.getTime() < seenPrecisionMs) return;
  await sessions(store).updateOne({ _id }, { $set: { lastSeenAt: now } });
}

/** Lists a person's open sessions, the most recently used first. */
export async function listSessions(store: Store, personId: string, now: Date): Promise<Session[]> {
  const documents = await sessions(store)
    .find({ personId, expiresAt: { $gt: now } })
    .toArray();
  return documents.map(toSession).sort((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime());
}

/** When each of these people last used a session; absent for people without an open one. */
export async function lastSeenOf(
  store: Store,
  personIds: readonly string[],
): Promise<Map<string, { lastSeenAt: Date; sessions: number }>> {
  const rows = await sessions(store)
    .aggregate<{ _id: string; lastSeenAt: Date; sessions: number }>([
      { $match: { personId: { $in: [...personIds] } } },
      {
        $group: {
          _id: '$personId',
          lastSeenAt: { $max: { $ifNull: ['$lastSeenAt', '$createdAt'] } },
          sessions: { $sum: 1 },
        },
      },
    ])
    .toArray();
  return new Map(rows.map(({ _id, ...row }) => [_id, row]));
}

/** Ends one session immediately, everywhere. */
export async function endSession(
  store: Store,
  session: Pick<Session, 'id' | 'personId'>,
  { now }: { now: Date },
): Promise<void> {
  const entry = { action: 'session.ended', by: session.personId, at: now, target: session.personId } as const;
  await audited(store, entry, async (transaction) => {
    const { id: _id, personId } = session;
    const { deletedCount } = await sessions(store).deleteOne({ _id, personId }, { session: transaction });
    if (deletedCount === 0) throw new Problem('not_found', 'You have no open session with this id.');
  });
}

/** Ends the sessions of a person, except for the one in `keptSessionId`. */
export async function endSessionsOf(
  store: Store,
  { personId, keptSessionId, by, now }: { personId: string; keptSessionId?: string; by: string; now: Date },
): Promise<void> {
  await audited(store, { action: 'session.ended', by, at: now, target: personId }, (session) =>
    deleteSessionsOf(store, { personId, keptSessionId }, session),
  );
}

/** Ends the sessions of a person in the transaction that audits it. */
export async function deleteSessionsOf(
  store: Store,
  { personId, keptSessionId }: { personId: string; keptSessionId?: string | undefined },
  session: ClientSession,
): Promise<void> {
  const kept = keptSessionId === undefined ? {} : { _id: { $ne: keptSessionId } };
  await sessions(store).deleteMany({ personId, ...kept }, { session });
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function toSession(document: SessionDocument): Session {
  const { _id, personId, createdAt, expiresAt, lastSeenAt = createdAt, userAgent, address } = document;
  return {
    ...{ id: _id, personId, createdAt, expiresAt, lastSeenAt },
    ...{ userAgent: userAgent ?? null, address: address ?? null },
  };
}
