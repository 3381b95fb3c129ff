import type { CollectionIndexes, Store } from '../database/store.ts';

interface KeptAnswerDocument {
  _id: string;
  /**
   * JSON text, because group names are any text and not always valid document keys. Absent while it is being counted.
   */
  answer?: string;
  until: Date;
}

export const keptAnswerIndexes: CollectionIndexes = {
  collection: 'kept_answers',
  indexes: [{ key: { until: 1 }, expireAfterSeconds: 0 }],
};

/** The maximum size of a kept answer; the database accepts 16 MiB per document. */
const maxBytes = 12 * 1024 * 1024;

const keptAnswers = (store: Store) => store.system.collection<KeptAnswerDocument>(keptAnswerIndexes.collection);

/** The state of an answer. */
export interface FoundAnswer {
  /** The kept answer, if it has not expired. */
  answer?: unknown;
  /** Whether a process recently reported that it is counting the answer. */
  isBeingCounted: boolean;
}

const countOf = (key: string) => `count of ${key}`;

/** Finds the answer kept under the key, and whether a process is counting it. */
export async function findKeptAnswer(store: Store, key: string, { now }: { now: Date }): Promise<FoundAnswer> {
  // The database removes expired documents only once a minute.
  const found = await keptAnswers(store)
    .find({ _id: { $in: [key, countOf(key)] }, until: { $gt: now } }, { readConcern: { level: 'local' } })
    .toArray();
  const kept = found.find(({ _id }) => _id === key)?.answer;
  return {
    ...(kept === undefined ? {} : { answer: JSON.parse(kept) as unknown }),
    isBeingCounted: found.some(({ _id }) => _id !== key),
  };
}

/** Tells all processes that the answer under the key is being counted, until `forgetCount` or `until`. */
export async function noteCount(store: Store, key: string, { until }: { until: Date }): Promise<void> {
  await keptAnswers(store).updateOne(
    { _id: countOf(key) },
    { $set: { until } },
    { upsert: true, writeConcern: { w: 1, journal: false } },
  );
}

/** Tells all processes that the answer is no longer being counted. */
export async function forgetCount(store: Store, key: string): Promise<void> {
  await keptAnswers(store).deleteOne({ _id: countOf(key) }, { writeConcern: { w: 1, journal: false } });
}

/**
 * Keeps an answer under the key for all processes, replacing the previous one. Does not wait for the disk: a lost
 * answer is counted again. Skips answers that are too large.
 */
export async function keepAnswer(
  store: Store,
  key: string,
  { answer, until }: { answer: unknown; until: Date },
): Promise<void> {
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) > maxBytes) return dropKeptAnswer(store, key);
  await keptAnswers(store).updateOne(
    { _id: key },
    { $set: { answer: text, until } },
    { upsert: true, writeConcern: { w: 1, journal: false } },
  );
}

/** Deletes the answer kept under the key. */
export async function dropKeptAnswer(store: Store, key: string): Promise<void> {
  await keptAnswers(store).deleteOne({ _id: key }, { writeConcern: { w: 1, journal: false } });
}
