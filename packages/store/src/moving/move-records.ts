import type { ClientSession } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { applyChanges, missedChanges, type Conversion, type Finder } from './catch-up.ts';
import {
  collectionMap,
  createGate,
  newCollectionName,
  openGate,
  type CollectionEntry,
} from '../collections/collections.ts';
import { checkCount, copyCollection, copyIndexes } from './copy-collection.ts';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import { batchesInSnapshot, openSnapshot, readInSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { dropCollection, sweepLater } from './sweep.ts';
import { inTransaction, deadWriterTimeoutMs } from '../database/transaction.ts';
import { beginBuilding, retire } from '../database/unfinished.ts';
import { counters, readSlots, slotIds } from '../collections/write-counter.ts';

/** A collection under construction that will replace the one in use. */
export interface Move {
  /** The new collection. */
  name: string;
  /** How many records were copied into it. */
  copied: number;
  /**
   * Replaces the collection in use, including every change made to it meanwhile; `alongside` runs in the same
   * transaction. `added` is the number of records written besides the copied ones.
   * @throws `MovedMeanwhile`.
   */
  finish(added: number, alongside: (session: ClientSession) => Promise<void>): Promise<void>;
  /** Gives up and removes the new collection. */
  abandon(): Promise<void>;
}

/** Thrown when another collection replaced the old one first; retry. */
export class MovedMeanwhile extends Error {}

/** How long running questions may still read a collection that is out of use. */
export const readableAfterMs = 60_000;

/** The number of changes to apply while writers wait, at most. */
const maxFinalChanges = 200;
const maxRounds = 10;

/** How records change on the way. */
export interface MoveOptions {
  /** `keepAll` keeps all records of a collection as they are at a snapshot. */
  conversion?: Conversion & { keepAll: (snapshot: Snapshot, collection: string) => Promise<void> };
  /** Which indexes move with the records; default all. */
  isWanted?: (index: string) => boolean;
  /** Adds indexes to the new collection before writers wait. */
  addIndexes?: (collection: string) => Promise<void>;
}

/** Begins a move: creates a new collection and copies the current records, if any. */
export async function beginMove(
  store: Store,
  branch: Branch,
  entry: CollectionEntry | null,
  options: MoveOptions = {},
): Promise<Move> {
  const { workspaceId } = branch;
  const name = newCollectionName();
  const building = await beginBuilding(store, workspaceId, { id: name, kind: 'collection' });
  const abandon = async () => {
    building.stop();
    await building.abandon(() => dropCollection(store, workspaceId, name));
  };
  try {
    const copy = entry && (await copyRecords(store, branch, { entry, name, options }));
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
        if (copy) await replaceCollection({ store, branch, entry, name, options }, copy.slots, last);
        else await inTransaction(store, last);
        building.stop();
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
  { entry, name, options: { conversion } }: { entry: CollectionEntry; name: string; options: MoveOptions },
): Promise<{ slots: number[]; records: number }> {
  await store.workspaceDb(branch.workspaceId).createCollection(name);
  const snapshot = await openSnapshot(store, branch.workspaceId);
  const state = await readSlots(snapshot, entry);
  if (conversion === undefined) await copyCollection(snapshot, entry.collection, name);
  else {
    await conversion.keepAll(snapshot, entry.collection);
    await copyConverted(store, branch, { snapshot, from: entry.collection, to: name, conversion });
  }
  return state;
}

const convertedAtOnce = 2_000;

/** Copies the records of a snapshot to a new collection, converted. Nobody reads it yet. */
async function copyConverted(
  store: Store,
  { workspaceId }: Branch,
  {
    snapshot,
    from,
    to,
    conversion: { convert },
  }: { snapshot: Snapshot; from: string; to: string; conversion: Conversion },
): Promise<void> {
  const records = recordsIn(store, workspaceId, to);
  const command = { find: from, batchSize: convertedAtOnce };
  let writing: Promise<unknown> = Promise.resolve();
  for await (const batch of batchesInSnapshot<RecordDocument>(snapshot, command)) {
    if (batch.length === 0) continue;
    const converted = batch.map(convert);
    await writing;
    writing = records.insertMany(converted, { ordered: false, writeConcern: { w: 1, journal: false } });
    writing.catch(() => undefined);
  }
  await writing;
}

interface Replacement {
  store: Store;
  branch: Branch;
  /** The collection in use. */
  entry: CollectionEntry;
  /** Its replacement. */
  name: string;
  options: MoveOptions;
}

async function replaceCollection(
  replacement: Replacement,
  slots: number[],
  last: (session: ClientSession) => Promise<void>,
): Promise<void> {
  const { store, branch, entry, name, options } = replacement;
  const { workspaceId } = branch;
  await copyIndexes(store, workspaceId, entry.collection, name, options.isWanted);
  await options.addIndexes?.(name);
  const known = await catchUp(replacement, slots);
  const closeGate = createGate(store, workspaceId, { _id: entry._id });
  const work = async (session: ClientSession) => {
    await closeGate();
    await swap(replacement, known, session);
    await last(session);
  };
  try {
    await inTransaction(store, work, { timeoutMs: deadWriterTimeoutMs });
  } catch (error) {
    await openGate(store, workspaceId, { _id: entry._id });
    throw error;
  }
}

/** Conflicts with every open write of the type; these writes retry on the new collection. */
async function swap(
  { store, branch, entry, name, options: { conversion } }: Replacement,
  known: number[],
  session: ClientSession,
): Promise<void> {
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
  await applyChanges(find, await missedChanges(find, entry, known), {
    from: entry.collection,
    to: recordsIn(store, workspaceId, name),
    session,
    conversion,
  });
  await retire(store, workspaceId, { ids: [entry.collection], kind: 'collection', afterMs: readableAfterMs }, session);
}

/** Applies the changes since the copy until few are left for the time in which writers wait. */
async function catchUp({ store, branch, entry, name, options }: Replacement, slots: number[]): Promise<number[]> {
  const { workspaceId } = branch;
  let known = slots;
  for (let round = 0; round < maxRounds; round++) {
    const snapshot = await openSnapshot(store, workspaceId);
    const find: Finder = (collection, query) => readInSnapshot(snapshot, { find: collection, ...query });
    const missed = await missedChanges(find, entry, known);
    const to = recordsIn(store, workspaceId, name);
    await applyChanges(find, missed, { from: entry.collection, to, conversion: options.conversion });
    known = (await readSlots(snapshot, entry)).slots;
    if (missed.length < maxFinalChanges) break;
  }
  return known;
}

function findInSession(store: Store, workspaceId: string, session: ClientSession): Finder {
  return async <Row>(collection: string, { filter, projection }: Parameters<Finder>[1]) =>
    store.workspaceDb(workspaceId).collection(collection).find(filter, { projection, session }).toArray() as Promise<
      Row[]
    >;
}
