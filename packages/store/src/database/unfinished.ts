import { Problem } from '@tallyhook/schemas';
import type { ClientSession, Collection, Filter } from 'mongodb';
import type { CollectionIndexes, Store } from './store.ts';

/** Something that is being built or no longer used; it is swept when due. */
export interface UnfinishedDocument {
  /**
   * The name of the collection, the id of the upload or branch, or `<branch id>/<number>/<number>…` of a merge or of a
   * change that keeps earlier values.
   */
  _id: string;
  kind: 'collection' | 'upload' | 'branch' | 'merge' | 'earlier';
  /** When its builder was last seen; absent for items that only wait for removal. */
  seenAt?: Date;
  /** When it may be removed, unless somebody is building it. */
  dropAt?: Date;
  /** It is being removed: its builder must not finish it. */
  swept?: boolean;
}

/** Something under construction, until it is finished or abandoned. */
export interface Building {
  /**
   * Waits until all the builder's writes have reached a majority.
   * @throws Problem `unavailable` if it was swept.
   */
  confirm(): Promise<void>;
  /**
   * Marks it as finished, in the transaction that makes it visible.
   * @throws Problem `unavailable` if it was swept.
   */
  finish(session: ClientSession): Promise<void>;
  /**
   * Abandons it. Calls `remove` only if it was not finished: the reply to the transaction that finished it may have
   * been lost.
   */
  abandon(remove: () => Promise<void>): Promise<void>;
  /** Stops reporting that the builder is at work. */
  stop(): void;
}

export const unfinishedIndexes: CollectionIndexes = {
  collection: 'unfinished',
  indexes: [{ key: { dropAt: 1 } }, { key: { seenAt: 1 } }],
};

const seenEveryMs = 10_000;

export const unfinished = (store: Store, workspaceId: string): Collection<UnfinishedDocument> =>
  store.workspaceDb(workspaceId).collection(unfinishedIndexes.collection);

/**
 * Records that something is being built, before the work starts, and reports every ten seconds that the builder is
 * alive. This record is the only way to find the remains of a dead builder.
 */
export async function beginBuilding(
  store: Store,
  workspaceId: string,
  { id, kind }: { id: string; kind: UnfinishedDocument['kind'] },
): Promise<Building> {
  const rows = unfinished(store, workspaceId);
  await rows.updateOne({ _id: id }, { $set: { kind }, $currentDate: { seenAt: true } }, { upsert: true });
  const seen = { $currentDate: { seenAt: true } } as const;
  const own = { _id: id, swept: { $ne: true } };
  const see = () => rows.updateOne(own, seen).catch(() => undefined);
  const timer = setInterval(() => void see(), seenEveryMs);
  timer.unref();
  return {
    async confirm() {
      const { matchedCount } = await rows.updateOne(own, seen);
      if (matchedCount === 0) throw sweptAway();
    },
    async finish(session) {
      const { deletedCount } = await rows.deleteOne(own, { session });
      if (deletedCount === 0) throw sweptAway();
    },
    async abandon(remove) {
      const { matchedCount } = await rows.updateOne({ _id: id }, { $set: { swept: true } });
      if (matchedCount === 0) return;
      await remove();
      await rows.deleteOne({ _id: id });
    },
    stop: () => clearInterval(timer),
  };
}

function sweptAway(): Problem {
  return new Problem('unavailable', 'The work made no progress for so long that it was cleaned up: start it again.');
}

/**
 * Schedules something for removal after `afterMs`, because running questions may still read it. Call it in the
 * transaction that takes it out of use.
 */
export async function retire(
  store: Store,
  workspaceId: string,
  { ids, kind, afterMs }: { ids: string[]; kind: UnfinishedDocument['kind']; afterMs: number },
  session: ClientSession,
): Promise<void> {
  const rows = unfinished(store, workspaceId);
  for (const _id of ids) {
    const set = { kind, dropAt: { $add: ['$$NOW', afterMs] } };
    await rows.updateOne({ _id }, [{ $set: set }], { session, upsert: true });
  }
}

/** Takes everything that is due, one by one, so that nobody else removes or finishes it. */
export async function* takeOverdue(
  store: Store,
  workspaceId: string,
  { unseenForMs }: { unseenForMs: number },
): AsyncGenerator<UnfinishedDocument> {
  const deadSince = { $subtract: ['$$NOW', unseenForMs] };
  const overdue: Filter<UnfinishedDocument> = {
    $or: [
      { dropAt: { $exists: true }, $expr: { $lt: ['$dropAt', '$$NOW'] } },
      { seenAt: { $exists: true }, $expr: { $lt: ['$seenAt', deadSince] } },
    ],
  };
  const rows = unfinished(store, workspaceId);
  for (const { _id } of await rows.find(overdue).toArray()) {
    const options = { returnDocument: 'after' } as const;
    const taken = await rows.findOneAndUpdate({ _id, ...overdue }, { $set: { swept: true } }, options);
    if (taken) yield taken;
  }
}
