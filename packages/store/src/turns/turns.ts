import type { Collection } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** At most `limit` turns in any `windowMs`. */
export interface TurnRate {
  limit: number;
  windowMs: number;
  /**
   * A limit of this installation on what arrives: a turn is free a window after it was taken. A service counts from when
   * the request arrives there, so the turns for its limits are free later.
   */
  isForArrivals?: true;
}

/** The turns that processes have taken under one name. */
interface TurnsDocument {
  _id: string;
  /** How many turns are free again when. Times are rounded up, so that there are at most about fifty. */
  taken: { freeAt: Date; count: number }[];
  /** What the last update gave; each caller reads its own. */
  granted: number;
  freeAt: Date;
  waitMs: number;
  expiresAt: Date;
}

export const turnIndexes: CollectionIndexes = {
  collection: 'turns',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/**
 * Not journaled, because that would take longer than most requests that wait for it. If the database fails over, some
 * turns of the last moments may be given twice.
 */
const writeConcern = { w: 1, journal: false } as const;

const turns = (store: Store): Collection<TurnsDocument> =>
  store.system.collection(turnIndexes.collection, { writeConcern });

/** Turns given to a process; without any, `waitMs` until there may be one. */
export interface GivenTurns {
  count: number;
  waitMs: number;
  /** When they are free for others, with {@link giveBackTurns}. */
  freeAt: Date;
}

const timesPerWindow = 50;
/**
 * From taking a turn until its request arrives at the service. Half of it is for connecting (`maxTurnAgeMs` of the SDK),
 * half for the way. Only a request that needs longer for the way can be one too many in the service's window.
 */
const onTheWayOf = (windowMs: number): number => Math.ceil(Math.min(5_000, windowMs / 10));

/**
 * Takes up to `wanted` turns that must be used within `leaseMs`. They count until a window after that, by the clock of the
 * database, whatever becomes of the process: so those of a process that died come back by themselves.
 */
export async function takeTurns(
  store: Store,
  name: string,
  { limit, windowMs, isForArrivals, wanted, leaseMs }: TurnRate & { wanted: number; leaseMs: number },
): Promise<GivenTurns> {
  const stepMs = Math.max(1, Math.floor(windowMs / timesPerWindow));
  const laterMs = isForArrivals ? 0 : Math.ceil(leaseMs) + onTheWayOf(windowMs) + stepMs;
  const end = { $add: [{ $toLong: '$$NOW' }, windowMs + laterMs] };
  const freeAt = { $toDate: { $subtract: [end, { $mod: [end, stepMs] }] } };
  const isTaken = { $gt: ['$$this.freeAt', '$$NOW'] };
  const isOther = { $ne: ['$$this.freeAt', '$freeAt'] };
  const of = (input: unknown, cond: object) => ({ $filter: { input, cond } });
  const own = { $sum: { $map: { input: of('$taken', { $not: isOther }), in: '$$this.count' } } };
  const isGiven = { $gt: ['$granted', 0] };
  const added = { freeAt: '$freeAt', count: { $add: [own, '$granted'] } };
  const row = await turns(store).findOneAndUpdate(
    { _id: name },
    [
      { $set: { taken: of({ $ifNull: ['$taken', []] }, isTaken), freeAt } },
      { $set: { granted: { $max: [0, { $min: [wanted, { $subtract: [limit, { $sum: '$taken.count' }] }] }] } } },
      {
        $set: {
          waitMs: { $cond: [isGiven, 0, { $subtract: [{ $min: '$taken.freeAt' }, '$$NOW'] }] },
          taken: { $cond: [isGiven, { $concatArrays: [of('$taken', isOther), [added]] }, '$taken'] },
          expiresAt: { $add: ['$$NOW', 2 * windowMs + 60_000] },
        },
      },
    ],
    { upsert: true, returnDocument: 'after' },
  );
  return { count: row!.granted, waitMs: Number(row!.waitMs), freeAt: row!.freeAt };
}

/** Gives back turns that were not used. */
export async function giveBackTurns(
  store: Store,
  name: string,
  { freeAt, count }: { freeAt: Date; count: number },
): Promise<void> {
  await turns(store).updateOne({ _id: name, 'taken.freeAt': freeAt }, { $inc: { 'taken.$.count': -count } });
}
