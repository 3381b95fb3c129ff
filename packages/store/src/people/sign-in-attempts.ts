import { createHash } from 'node:crypto';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** The failed attempts of one guesser, such as an address with one email. */
interface AttemptsDocument {
  /** A digest, because it names people and addresses. */
  _id: string;
  failures: number;
  /** Until when further attempts are refused. */
  pausedUntil: Date;
  /** When the failures are forgotten. */
  expiresAt: Date;
}

export const signInAttemptIndexes: CollectionIndexes = {
  collection: 'sign_in_attempts',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

const rememberedMs = 24 * 60 * 60 * 1000;
const firstPauseMs = 60_000;
const maxPauseMs = 60 * 60_000;

const attempts = (store: Store) => store.system.collection<AttemptsDocument>(signInAttemptIndexes.collection);

const idOf = (guesser: string) => createHash('sha256').update(guesser).digest('base64url');

/**
 * Counts an attempt of a guesser before its outcome is known, so that parallel attempts count too. After `free`
 * failures there is a pause of a minute, and each further one doubles it, up to an hour. Returns the milliseconds to wait
 * if the guesser is in a pause; the attempt is then not made and does not lengthen it.
 */
export async function countAttempt(
  store: Store,
  guesser: string,
  { free, now }: { free: number; now: Date },
): Promise<number> {
  const paused = { $gt: [{ $ifNull: ['$pausedUntil', new Date(0)] }, now] };
  const failures = { $add: [{ $ifNull: ['$failures', 0] }, 1] };
  const over = { $subtract: [failures, free] };
  const pauseMs = { $min: [maxPauseMs, { $multiply: [firstPauseMs, { $pow: [2, { $min: [over, 10] }] }] }] };
  const counted = {
    failures,
    pausedUntil: { $cond: [{ $gte: [over, 0] }, { $add: [now, pauseMs] }, new Date(0)] },
    expiresAt: new Date(now.getTime() + rememberedMs),
  };
  const before = await attempts(store).findOneAndUpdate(
    { _id: idOf(guesser) },
    [
      {
        $replaceWith: {
          $cond: [paused, '$$ROOT', { $mergeObjects: ['$$ROOT', counted] }],
        },
      },
    ],
    { upsert: true, returnDocument: 'before' },
  );
  const pausedUntil = before?.pausedUntil.getTime() ?? 0;
  return Math.max(0, pausedUntil - now.getTime());
}

/** Forgets the failures of a guesser who turned out to be right. */
export async function forgiveAttempt(store: Store, guesser: string): Promise<void> {
  await attempts(store).deleteOne({ _id: idOf(guesser) });
}

/** Takes back the last attempt of a guesser, which turned out to be right; earlier failures stay. */
export async function takeBackAttempt(store: Store, guesser: string): Promise<void> {
  const change = { $inc: { failures: -1 }, $set: { pausedUntil: new Date(0) } };
  await attempts(store).updateOne({ _id: idOf(guesser), failures: { $gt: 0 } }, change);
}
