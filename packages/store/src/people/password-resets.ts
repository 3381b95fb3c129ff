import { Problem } from '@tallyhook/schemas';
import { audited } from '../audit/audit.ts';
import { changePassword, findPersonByEmail } from './people.ts';
import { digestLinkToken, makeLinkToken } from './secret-links.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

interface ResetDocument {
  /** The person: a new link replaces the last one. */
  _id: string;
  sha256: string;
  expiresAt: Date;
}

export const passwordResetIndexes: CollectionIndexes = {
  collection: 'password_resets',
  indexes: [
    { key: { sha256: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

const lifetimeMs = 60 * 60 * 1000;

const resets = (store: Store) => store.system.collection<ResetDocument>(passwordResetIndexes.collection);

/** Makes a link token that resets the password of the person with this email; undefined if there is none. */
export async function createReset(store: Store, email: string, now: Date): Promise<{ token: string } | undefined> {
  const person = await findPersonByEmail(store, email);
  if (person === undefined) return undefined;
  const { token, sha256 } = makeLinkToken();
  const row = { sha256, expiresAt: new Date(now.getTime() + lifetimeMs) };
  await audited(store, { action: 'password.reset_asked', by: 'system', at: now, target: person.id }, (session) =>
    resets(store).updateOne({ _id: person.id }, { $set: row }, { upsert: true, session }),
  );
  return { token };
}

/**
 * Sets a new password with the token of a link, which works once, and ends all sessions of the person.
 * @throws Problem `not_found` for a used or old link, `invalid_input` for the password.
 */
export async function resetPassword(
  store: Store,
  { token, password, now }: { token: string; password: string; now: Date },
): Promise<void> {
  const open = { sha256: digestLinkToken(token), expiresAt: { $gt: now } };
  const row = await resets(store).findOne(open);
  if (row === null) throw usedUp();
  await changePassword(store, { personId: row._id, password, now }, async (session) => {
    const { deletedCount } = await resets(store).deleteOne(open, { session });
    if (deletedCount === 0) throw usedUp();
  });
}

function usedUp(): Problem {
  return new Problem('not_found', 'This link was used, or it is older than an hour. Ask for a new one.');
}
