import type { CollectionIndexes, Store } from './store.ts';

interface KeptAnswerDocument {
  _id: string;
  /** JSON text: the names of groups are any text, which the keys of a document are not. */
  answer: string;
  until: Date;
}

export const keptAnswerIndexes: CollectionIndexes = {
  collection: 'kept_answers',
  indexes: [{ key: { until: 1 }, expireAfterSeconds: 0 }],
};

/** The most bytes of an answer that is kept; the database takes 16 MiB. */
const mostBytes = 12 * 1024 * 1024;

const keptAnswers = (store: Store) => store.system.collection<KeptAnswerDocument>(keptAnswerIndexes.collection);

/** What was kept under the key, if its time is not over. */
export async function findKeptAnswer(store: Store, key: string, { now }: { now: Date }): Promise<unknown> {
  // The database removes what is over only once a minute.
  const found = await keptAnswers(store).findOne(
    { _id: key, until: { $gt: now } },
    { readConcern: { level: 'local' } },
  );
  return found === null ? undefined : JSON.parse(found.answer);
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
