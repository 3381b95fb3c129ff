import { createHash, randomBytes } from 'node:crypto';
import { audited } from './audit.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** An open session. */
export interface Session {
  /** The digest under which the session is stored. */
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

/** Opens a session for an authenticated person. Only the returned token opens it; the token is not stored. */
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

/** The open session of a token; undefined if the token has ended, expired or is unknown. */
export async function findSession(store: Store, token: string, now: Date): Promise<Session | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const document = await sessions(store).findOne({ _id: digest(token), expiresAt: { $gt: now } });
  return document === null ? undefined : toSession(document);
}

/** Ends one session immediately, everywhere. */
export async function endSession(store: Store, session: Session, { now }: { now: Date }): Promise<void> {
  const entry = { action: 'session.ended', by: session.personId, at: now, target: session.personId } as const;
  await audited(store, entry, (transaction) =>
    sessions(store).deleteOne({ _id: session.id }, { session: transaction }),
  );
}

/** Ends every session of a person, for example after a password change. */
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
