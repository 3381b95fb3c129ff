import type { CollectionIndexes, Store } from '../database/store.ts';

/** Requests for a connector that contained no event, or several different events with the same id. */
export interface UnreadDeliveries {
  /** The number in the last 30 days. */
  count: number;
  lastAt: string;
  /** Why the last one contained no event, or which of its events started nothing. */
  lastReason: string;
}

/** One document per connector and day, so that unreadable requests from strangers cannot fill the database. */
interface UnreadDocument {
  _id: string;
  connector: string;
  count: number;
  lastAt: Date;
  lastReason: string;
  expiresAt: Date;
}

const rememberedMs = 30 * 24 * 60 * 60 * 1000;
const maxReasonLength = 500;

export const unreadIndexes: CollectionIndexes = {
  collection: 'unread_deliveries',
  indexes: [
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    { key: { connector: 1, lastAt: -1 }, name: 'connector' },
  ],
};

const rows = (store: Store) => store.system.collection<UnreadDocument>(unreadIndexes.collection);

/** Counts a request that contained no event, or an event that is lost. */
export async function noteUnreadDelivery(store: Store, connector: string, reason: string): Promise<void> {
  const now = new Date();
  const changes = {
    $inc: { count: 1 },
    $set: {
      connector,
      lastAt: now,
      lastReason: reason.slice(0, maxReasonLength),
      expiresAt: new Date(now.getTime() + rememberedMs),
    },
  };
  await rows(store).updateOne({ _id: `${connector} ${now.toISOString().slice(0, 10)}` }, changes, { upsert: true });
}

/** The unread deliveries of a connector in the last 30 days; undefined if there were none. */
export async function findUnreadDeliveries(store: Store, connector: string): Promise<UnreadDeliveries | undefined> {
  const days = await rows(store).find({ connector }).sort({ lastAt: -1 }).toArray();
  const [last] = days;
  if (last === undefined) return undefined;
  const count = days.reduce((sum, day) => sum + day.count, 0);
  return { count, lastAt: last.lastAt.toISOString(), lastReason: last.lastReason };
}
