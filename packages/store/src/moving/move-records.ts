import type { ClientSession } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { bringOver, missedChanges, type Finder } from './catch-up.ts';
import {
  collectionMap,
  createGate,
  newCollectionName,
  openGate,
  type CollectionEntry,
} from '../collections/collections.ts';
import { checkCount, copyCollection, copyIndexes } from './copy-collection.ts';
import { recordsIn } from '../collections/record-document.ts';
import { openSnapshot, readInSnapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { dropCollection, sweepLater } from './sweep.ts';
import { inTransaction, outlivesDeadWritersMs } from '../database/transaction.ts';
import { beginBuilding, retire } from '../database/unfinished.ts';
import { counters, readSlots, slotIds } from '../collections/write-counter.ts';

/** A collection that is built beside the one in use, to take its place at once. */
export interface Move {
  /** The collection that is being built. */
  name: string;
  /** How many records were copied into it. */
  copied: number;
  /**
   * Takes the place of the collection in use, with every change that was made to that meanwhile; `alongside` is done in
   * the same transaction. `added` is how many records were put in besides the copied ones. Throws `MovedMeanwhile`.
   */
  finish(added: number, alongside: (session: ClientSession) => Promise<void>): Promise<void>;
  /** Gives it up and removes what was built. */
  abandon(): Promise<void>;
}

/** Said when another collection took the place first: everything is to be done again. */
export class MovedMeanwhile extends Error {}

/** Questions that began before may still read a collection that is out of use for so long. */
export const readableAfterMs = 60_000;

/** How many changes at most are brought over while writers wait. */
const fewChanges = 200;
const mostRounds = 10;

/** Begins a move: a new collection, with the records of the one in use as they are now, if there is one. */
export async function beginMove(store: Store, branch: Branch, entry: CollectionEntry | null): Promise<Move> {
  const { workspaceId } = branch;
  const name = newCollectionName();
  const building = await beginBuilding(store, workspaceId, { id: name, kind: 'collection' });
  const abandon = async () => {
    building.leave();
    await building.abandon(() => dropCollection(store, workspaceId, name));
  };
  try {
    const copy = entry && (await copyRecords(store, branch, entry, name));
    const copied = copy?.records ?? 0;
    return {
      name,
      copied,
      abandon,
      async finish(added, alongside) {
        await building.confirm();
        await checkCount(store, workspaceId, name, copied + added);
        const last = async (session: ClientSession) => {
          await alongside(session);
          await building.finish(session);
        };
        if (copy) await takePlace({ store, branch, entry, name }, copy.slots, last);
        else await inTransaction(store, last);
        building.leave();
        sweepLater(store, workspaceId, readableAfterMs);
      },
    };
  } catch (error) {
    await abandon();
    throw error;
  }
}

async function copyRecords(
  store: Store,
  branch: Branch,
  entry: CollectionEntry,
  name: string,
): Promise<{ slots: number[]; records: number }> {
  await store.workspaceDb(branch.workspaceId).createCollection(name);
  const snapshot = await openSnapshot(store, branch.workspaceId);
  const state = await readSlots(snapshot, entry);
  await copyCollection(snapshot, entry.collection, name);
  return state;
}

interface Replacing {
  store: Store;
  branch: Branch;
  /** The collection in use. */
  entry: CollectionEntry;
  /** The one that takes its place. */
  name: string;
}

async function takePlace(
  replacing: Replacing,
  slots: number[],
  last: (session: ClientSession) => Promise<void>,
): Promise<void> {
  const { store, branch, entry } = replacing;
  const { workspaceId } = branch;
  await copyIndexes(store, workspaceId, entry.collection, replacing.name);
  const known = await catchUp(replacing, slots);
  const closeGate = createGate(store, workspaceId, { _id: entry._id });
  const work = async (session: ClientSession) => {
    await closeGate();
    await swap(replacing, known, session);
    await last(session);
  };
  try {
    await inTransaction(store, work, { timeoutMs: outlivesDeadWritersMs });
  } catch (error) {
    await openGate(store, workspaceId, { _id: entry._id });
    throw error;
  }
}

/** Every writer of the type that is under way collides with this and begins again, on the new collection. */
async function swap({ store, branch, entry, name }: Replacing, known: number[], session: ClientSession): Promise<void> {
  const { workspaceId } = branch;
  const ids = slotIds(entry);
  await counters(store, workspaceId).updateMany({ _id: { $in: ids } }, { $inc: { moves: 1 } }, { session });
  const { matchedCount } = await collectionMap(store, workspaceId).updateOne(
    { _id: entry._id, epoch: entry.epoch },
    { $set: { collection: name, epoch: entry.epoch + 1 }, $unset: { gateUntil: true } },
    { session },
  );
  if (matchedCount === 0) throw new MovedMeanwhile();
  const find = findInSession(store, workspaceId, session);
  await bringOver(find, await missedChanges(find, entry, known), {
    from: entry.collection,
    to: recordsIn(store, workspaceId, name),
    session,
  });
  await retire(store, workspaceId, { ids: [entry.collection], kind: 'collection', afterMs: readableAfterMs }, session);
}

/** Brings over what was changed since the copy, until little is left for the time in which writers wait. */
async function catchUp({ store, branch, entry, name }: Replacing, slots: number[]): Promise<number[]> {
  const { workspaceId } = branch;
  let known = slots;
  for (let round = 0; round < mostRounds; round++) {
    const snapshot = await openSnapshot(store, workspaceId);
    const find: Finder = (collection, query) => readInSnapshot(snapshot, { find: collection, ...query });
    const missed = await missedChanges(find, entry, known);
    await bringOver(find, missed, { from: entry.collection, to: recordsIn(store, workspaceId, name) });
    known = (await readSlots(snapshot, entry)).slots;
    if (missed.length < fewChanges) break;
  }
  return known;
}

function findInSession(store: Store, workspaceId: string, session: ClientSession): Finder {
  return async <Row>(collection: string, { filter, projection }: Parameters<Finder>[1]) =>
    store.workspaceDb(workspaceId).collection(collection).find(filter, { projection, session }).toArray() as Promise<
      Row[]
    >;
}
