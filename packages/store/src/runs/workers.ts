import type { Collection } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';

interface WorkerDocument {
  /** The worker's own name: host and process. */
  _id: string;
  seenAt: Date;
}

const forgottenAfterSeconds = 24 * 60 * 60;

export const workerIndexes: CollectionIndexes = {
  collection: 'workers',
  indexes: [{ key: { seenAt: 1 }, name: 'expiry', expireAfterSeconds: forgottenAfterSeconds }],
};

const workers = (store: Store): Collection<WorkerDocument> => store.system.collection(workerIndexes.collection);

/** Records that a worker takes work. Temporal would show a dead one for minutes. */
export async function noteWorker(store: Store, name: string, at: Date): Promise<void> {
  await workers(store).updateOne({ _id: name }, { $set: { seenAt: at } }, { upsert: true });
}

/** Records that a worker takes no more work. */
export async function forgetWorker(store: Store, name: string): Promise<void> {
  await workers(store).deleteOne({ _id: name });
}

/** How many workers have taken work since a moment. */
export async function countWorkers(store: Store, seenAfter: Date): Promise<number> {
  return workers(store).countDocuments({ seenAt: { $gte: seenAfter } });
}
