import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Collection, Filter } from 'mongodb';
import { Problem } from '@tallyhook/schemas';
import { branches, type Branch } from '../database/branches.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { noSigns, type NumberSigns } from './number-signs.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { typeMark } from './type-mark.ts';
import { createUniqueIndexes } from './unique-indexes.ts';
import { inTransaction } from '../database/transaction.ts';
import { counters, newCounters } from './write-counter.ts';

/** Where the records of one type on one branch are stored. */
export interface CollectionEntry {
  /** `<branch id>/<type>`. */
  _id: string;
  branchId: string;
  type: string;
  /** The opaque name of the collection. */
  collection: string;
  /** Incremented each time the records move to another collection. */
  epoch: number;
  /** The fields to index: who asked for the index and when, and why it could not be built. */
  fieldIndexes?: Record<string, { by: string; at: Date; error?: string }>;
  /** The number signs its records have ever had. Absent if there are records older than this bookkeeping. */
  signs?: NumberSigns;
  /** Imports that match records by a key raise it, so that they run one after the other. */
  matches?: number;
  /** The mark of the type that its records fit. Absent if the type has not changed since they were first written. */
  typeMark?: string;
  /** Writers wait until then: the records are about to move. */
  gateUntil?: Date;
}

export const collectionMapIndexes: CollectionIndexes = {
  collection: 'collections',
  indexes: [{ key: { branchId: 1 } }, { key: { collection: 1 }, unique: true }],
};

export const collectionMap = (store: Store, workspaceId: string): Collection<CollectionEntry> =>
  store.workspaceDb(workspaceId).collection(collectionMapIndexes.collection);

export const collectionEntryId = (branch: Branch, type: string): string => `${branch.id}/${type}`;

/** A new name for a collection of records. */
export const newCollectionName = (): string => `records_${newId()}`;

/** Finds where the records of a type are stored; `null` before the first write. */
export async function findCollection(
  store: Store,
  branch: Branch,
  type: string,
  session?: ClientSession,
): Promise<CollectionEntry | null> {
  return collectionMap(store, branch.workspaceId).findOne({ _id: collectionEntryId(branch, type) }, { session });
}

/** Collections this process is creating now. Concurrent first writers wait for one creation instead of colliding. */
const making = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Creates the collection of a type and its write counters if there is none. Of two first writers, one creates it.
 * @throws Problem `not_found` if the branch was deleted.
 */
export async function makeCollection(store: Store, branch: Branch, type: string): Promise<void> {
  const underWay = making.get(store) ?? new Map<string, Promise<void>>();
  making.set(store, underWay);
  const id = collectionEntryId(branch, type);
  const made = underWay.get(id) ?? makeOnce(store, branch, type).finally(() => underWay.delete(id));
  underWay.set(id, made);
  return made;
}

async function makeOnce(store: Store, branch: Branch, type: string): Promise<void> {
  const entry: CollectionEntry = {
    _id: collectionEntryId(branch, type),
    branchId: branch.id,
    type,
    collection: newCollectionName(),
    epoch: 1,
    signs: noSigns(),
  };
  try {
    await inTransaction(
      store,
      async (session) => {
        await holdBranch(store, branch, session);
        const found = await branches(store, branch.workspaceId).findOne({ _id: branch.id }, { session });
        const declared = found?.types.find(({ name }) => name === type);
        const marked = declared ? { ...entry, typeMark: typeMark(declared) } : entry;
        await collectionMap(store, branch.workspaceId).insertOne(marked, { session });
        await counters(store, branch.workspaceId).insertMany(newCounters(entry), { session });
        await store.workspaceDb(branch.workspaceId).createCollection(entry.collection, { session });
        if (declared === undefined) return;
        const { collection } = entry;
        await createUniqueIndexes(store, branch.workspaceId, { collection, type: declared }, session);
      },
      { readConcern: 'local' },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

const gateMs = 2_000;
const gateEveryMs = 10_000;
const gatePauseMs = 10;

/**
 * Creates a gate for collections, to be called before each try of a transaction that conflicts with all their writers.
 * It makes new writers wait for two seconds out of ten, so that the try succeeds. It affects only waiting time, not
 * correctness.
 */
export function createGate(store: Store, workspaceId: string, which: Filter<CollectionEntry>): () => Promise<void> {
  let closedAt = -gateEveryMs;
  return async () => {
    if (performance.now() - closedAt < gateEveryMs) return;
    closedAt = performance.now();
    const gateUntil = new Date(Date.now() + gateMs);
    await collectionMap(store, workspaceId).updateMany(which, { $set: { gateUntil } });
    await pause(gatePauseMs);
  };
}

/** Lets writers continue. */
export async function openGate(store: Store, workspaceId: string, which: Filter<CollectionEntry>): Promise<void> {
  await collectionMap(store, workspaceId).updateMany(which, { $unset: { gateUntil: true } });
}

/**
 * Makes a transaction conflict with one that deletes the branch.
 * @throws Problem `not_found` if it was deleted.
 */
export async function holdBranch(store: Store, branch: Branch, session: ClientSession): Promise<void> {
  const branches = store.workspaceDb(branch.workspaceId).collection<{ _id: string; held: number }>('branches');
  const { matchedCount } = await branches.updateOne({ _id: branch.id }, { $inc: { held: 1 } }, { session });
  if (matchedCount === 0) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
}
