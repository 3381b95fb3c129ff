import { createHash, randomBytes } from 'node:crypto';
import { audited } from './audit.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** A session that is open now. */
export interface Session {
  /** The digest under which the session is kept. */
  id: string;
  personId: string;
  expiresAt: Date;
}

interface SessionDocument {
  _id: string;
  personId: string;
  createdAt: Date;
  expiresAt: Date;
}

export const sessionIndexes: CollectionIndexes = {
  collection: 'sessions',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }, { key: { personId: 1 } }],
};

/** How long a sign-in lasts. */
export const sessionDays = 14;

const sessions = (store: Store) => store.system.collection<SessionDocument>('sessions');

/** Opens a session for a person who has just shown who they are; only the returned token opens it, and it is not kept. */
export async function openSession(
  store: Store,
  { personId, now }: { personId: string; now: Date },
): Promise<{ token: string; session: Session }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + sessionDays * 24 * 60 * 60 * 1000);
  const document = { _id: digest(token), personId, createdAt: now, expiresAt };
  await audited(store, { action: 'session.opened', by: personId, at: now, target: personId }, (session) =>
    sessions(store).insertOne(document, { session }),
  );
  return { token, session: toSession(document) };
}

/** The open session of a token. Ended, expired and invented tokens have none. */
export async function findSession(store: Store, token: string, now: Date): Promise<Session | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const document = await sessions(store).findOne({ _id: digest(token), expiresAt: { $gt: now } });
  return document === null ? undefined : toSession(document);
}

/** Ends one session at once, everywhere. */
export async function endSession(store: Store, session: Session, { now }: { now: Date }): Promise<void> {
  const entry = { action: 'session.ended', by: session.personId, at: now, target: session.personId } as const;
  await audited(store, entry, (transaction) =>
    sessions(store).deleteOne({ _id: session.id }, { session: transaction }),
  );
}

/** Ends every session of a person, as after a change of password. */
export async function endSessionsOf(
  store: Store,
  { personId, by, now }: { personId: string; by: string; now: Date },
): Promise<void> {
  await audited(store, { action: 'session.ended', by, at: now, target: personId }, (session) =>
    sessions(store).deleteMany({ personId }, { session }),
  );
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function toSession({ _id, personId, expiresAt }: SessionDocument): Session {
  return { id: _id, personId, expiresAt };
}
