import type { CollectionIndexes, Store } from '../database/store.ts';

interface KeptAnswerDocument {
  _id: string;
  /** JSON text, absent where it is still being counted: the names of groups are any text, which the keys of a document are not. */
  answer?: string;
  until: Date;
}

export const keptAnswerIndexes: CollectionIndexes = {
  collection: 'kept_answers',
  indexes: [{ key: { until: 1 }, expireAfterSeconds: 0 }],
};

/** The most bytes of an answer that is kept; the database takes 16 MiB. */
const mostBytes = 12 * 1024 * 1024;

const keptAnswers = (store: Store) => store.system.collection<KeptAnswerDocument>(keptAnswerIndexes.collection);

/** What is known of an answer. */
export interface FoundAnswer {
  /** What was kept, if its time is not over. */
  answer?: unknown;
  /** Whether a process said lately that it is counting it. */
  isBeingCounted: boolean;
}

const countOf = (key: string) => `count of ${key}`;

/** Looks for what was kept under the key, and for somebody who is counting it. */
export async function findKeptAnswer(store: Store, key: string, { now }: { now: Date }): Promise<FoundAnswer> {
  // The database removes what is over only once a minute.
  const found = await keptAnswers(store)
    .find({ _id: { $in: [key, countOf(key)] }, until: { $gt: now } }, { readConcern: { level: 'local' } })
    .toArray();
  const kept = found.find(({ _id }) => _id === key)?.answer;
  return {
    ...(kept === undefined ? {} : { answer: JSON.parse(kept) as unknown }),
    isBeingCounted: found.some(({ _id }) => _id !== key),
  };
}

/** Says to every process that the answer under the key is being counted, until it is forgotten or the time is over. */
export async function noteCount(store: Store, key: string, { until }: { until: Date }): Promise<void> {
  await keptAnswers(store).updateOne(
    { _id: countOf(key) },
    { $set: { until } },
    { upsert: true, writeConcern: { w: 1, journal: false } },
  );
}

/** Says that it is not being counted any more. */
export async function forgetCount(store: Store, key: string): Promise<void> {
  await keptAnswers(store).deleteOne({ _id: countOf(key) }, { writeConcern: { w: 1, journal: false } });
}

/**
 * Keeps an answer for every process that asks under the key, in place of the one before. It does not wait for the disk:
 * what is lost is counted again. An answer too large to be kept is not.
 */
export async function keepAnswer(
  store: Store,
  key: string,
  { answer, until }: { answer: unknown; until: Date },
): Promise<void> {
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) > mostBytes) return dropKeptAnswer(store, key);
  await keptAnswers(store).updateOne(
    { _id: key },
    { $set: { answer: text, until } },
    { upsert: true, writeConcern: { w: 1, journal: false } },
  );
}

/** Forgets what was kept under the key. */
export async function dropKeptAnswer(store: Store, key: string): Promise<void> {
  await keptAnswers(store).deleteOne({ _id: key }, { writeConcern: { w: 1, journal: false } });
}
