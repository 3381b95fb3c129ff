import { createHash } from 'node:crypto';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** A call that a service asked for in a delivery, to confirm that its deliveries are wanted. */
export interface Confirmation {
  id: string;
  connector: string;
  /** The linked account at whose own address it arrived; null at the common one. */
  accountId: string | null;
  /** Where the call goes. The rest of the address opens the subscription. */
  host: string;
  /** `waiting` for its first or another attempt; `failed`: all attempts failed. */
  state: 'waiting' | 'confirmed' | 'failed';
  /** How often it was called, or begun to be called. */
  attempts: number;
  receivedAt: Date;
  /** When it is called again; null once it has ended. */
  nextAt: Date | null;
  /** Why the last attempt failed; null if none did. */
  reason: string | null;
}

/** A confirmation that this process calls now. */
export interface DueConfirmation {
  id: string;
  connector: string;
  url: string;
  /** Including this one. */
  attempts: number;
}

interface ConfirmationDocument extends Omit<Confirmation, 'id'> {
  _id: string;
  /** Null at the connector's common address. */
  workspaceId: string | null;
  /** Absent once it has ended. */
  url?: string;
  expiresAt: Date;
}

const rememberedMs = 30 * 24 * 60 * 60 * 1000;
/** Longer than a call takes: after this the process that began it has died. */
const callingMs = 30_000;
const maxListed = 50;

export const confirmationIndexes: CollectionIndexes = {
  collection: 'confirmations',
  indexes: [
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    { key: { nextAt: 1 }, name: 'due', partialFilterExpression: { state: 'waiting' } },
    { key: { connector: 1, receivedAt: -1 }, name: 'connector' },
  ],
};

const rows = (store: Store) => store.system.collection<ConfirmationDocument>(confirmationIndexes.collection);

/**
 * Keeps a confirmation, before its sender is answered. One that is waiting or confirmed stays as it is when it comes
 * again; one that failed gets new attempts. Returns its id.
 */
export async function keepConfirmation(
  store: Store,
  { connector, url, account }: { connector: string; url: string; account?: { id: string; workspaceId: string } },
): Promise<string> {
  const accountId = account?.id ?? null;
  const _id = createHash('sha256')
    .update(JSON.stringify([connector, accountId, url]))
    .digest('hex')
    .slice(0, 24);
  const now = new Date();
  const waiting = { state: 'waiting' as const, attempts: 0, nextAt: now, url };
  const kept = {
    ...{ connector, accountId, workspaceId: account?.workspaceId ?? null, host: new URL(url).host },
    ...{ receivedAt: now, reason: null, expiresAt: new Date(now.getTime() + rememberedMs) },
  };
  await rows(store).updateOne({ _id }, { $setOnInsert: { ...kept, ...waiting } }, { upsert: true });
  await rows(store).updateOne({ _id, state: 'failed' }, { $set: waiting });
  return _id;
}

/** Takes a confirmation that is due, this one or any; null if there is none. Nobody else takes it for a while. */
export async function takeConfirmation(store: Store, id?: string): Promise<DueConfirmation | null> {
  const now = new Date();
  const row = await rows(store).findOneAndUpdate(
    { ...(id !== undefined && { _id: id }), state: 'waiting', nextAt: { $lte: now } },
    { $inc: { attempts: 1 }, $set: { nextAt: new Date(now.getTime() + callingMs) } },
    { sort: { nextAt: 1 }, returnDocument: 'after' },
  );
  return row && { id: row._id, connector: row.connector, url: row.url!, attempts: row.attempts };
}

/** Records an attempt: without a reason it has succeeded, and with `againAt` there will be another one. */
export async function noteConfirmation(
  store: Store,
  id: string,
  { reason, againAt }: { reason?: string | undefined; againAt?: Date | undefined },
): Promise<void> {
  const state = reason === undefined ? 'confirmed' : againAt === undefined ? 'failed' : 'waiting';
  await rows(store).updateOne(
    { _id: id, state: 'waiting' },
    {
      $set: { state, reason: reason ?? null, nextAt: againAt ?? null },
      ...(state !== 'waiting' && { $unset: { url: true } }),
    },
  );
}

/** When a confirmation is called next; null once it has ended. */
export async function nextConfirmationAt(store: Store, id: string): Promise<Date | null> {
  return (await rows(store).findOne({ _id: id }, { projection: { nextAt: 1 } }))?.nextAt ?? null;
}

/** Lists the last confirmations of connectors that a workspace may see, newest first. */
export async function listConfirmations(
  store: Store,
  workspaceId: string,
  connectors: readonly string[],
): Promise<Confirmation[]> {
  const found = await rows(store)
    .find({ connector: { $in: [...connectors] }, workspaceId: { $in: [null, workspaceId] } })
    .sort({ receivedAt: -1 })
    .limit(maxListed)
    .toArray();
  return found.map(({ _id, connector, accountId, host, state, attempts, receivedAt, nextAt, reason }) => ({
    ...{ id: _id, connector, accountId, host, state, attempts, receivedAt, nextAt, reason },
  }));
}
