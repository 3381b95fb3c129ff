import type { ClientSession, ObjectId } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { applyChanges, missedChanges, type Conversion } from './catch-up.ts';
import {
  collectionMap,
  createGate,
  newCollectionName,
  openGate,
  type CollectionEntry,
} from '../collections/collections.ts';
import { checkCount, copyCollection, copyIndexes } from './copy-collection.ts';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import { findInSession, findInSnapshot, type Finder } from '../database/finder.ts';
import { batchesInSnapshot, openSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { dropCollection, sweepLater } from './sweep.ts';
import { inTransaction, deadWriterTimeoutMs } from '../database/transaction.ts';
import { beginBuilding, retire, type Building } from '../database/unfinished.ts';
import { counters, readSlots, slotIds } from '../collections/write-counter.ts';

/** A collection under construction that will replace the one in use. */
export interface Move {
  /** The new collection. */
  name: string;
  /** How many records were copied into it. */
  copied: number;
  entry: CollectionEntry | null;
  building: Building;
  /** The moment of the copy. */
  snapshot: Snapshot;
  /** The write counter of the original at the copy. */
  slots: number[];
  options: MoveOptions;
  /** Gives up and removes the new collection. */
  abandon(): Promise<void>;
}

/** A move that is ready to replace the collection in use. */
export interface FinishedMove {
  move: Move;
  /** The number of records written besides the copied ones. */
  added: number;
  /**
   * Called for records that changed in the collection in use since the copy, after these changes were taken over. What
   * the move did to these records has to be done again.
   */
  again?: (ids: ObjectId[], find: Finder, session?: ClientSession) => Promise<void>;
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
    if (entry) await store.workspaceDb(workspaceId).createCollection(name);
    const snapshot = await openSnapshot(store, workspaceId);
    const { slots, records } = entry
      ? await copyRecords(store, branch, { snapshot, entry, name, options })
      : { slots: [], records: 0 };
    return { name, copied: records, entry, building, snapshot, slots, options, abandon };
  } catch (error) {
    await abandon();
    throw error;
  }
}

/**
 * Replaces the collections in use, including every change made to them meanwhile, in one transaction; `alongside` runs
 * in it.
 * @throws `MovedMeanwhile`.
 */
export async function finishMoves(
  store: Store,
  branch: Branch,
  moves: readonly FinishedMove[],
  alongside: (session: ClientSession) => Promise<void>,
): Promise<void> {
  const { workspaceId } = branch;
  for (const { move, added } of moves) {
    await move.building.confirm();
    await checkCount(store, workspaceId, move.name, move.copied + added);
  }
  const replacements: Replacement[] = [];
  for (const { move, again } of moves) {
    const { entry, name, options } = move;
    if (entry) await copyIndexes(store, workspaceId, entry.collection, name, options.isWanted);
    await options.addIndexes?.(name);
    if (!entry) continue;
    const replacement = { store, branch, entry, name, options, again };
    replacements.push({ ...replacement, known: await catchUp(replacement, move.slots) });
  }
  await replaceCollections({ store, branch, replacements }, async (session) => {
    await alongside(session);
    for (const { move } of moves) await move.building.finish(session);
  });
  for (const { move } of moves) move.building.stop();
  sweepLater(store, workspaceId, readableAfterMs);
}

async function copyRecords(
  store: Store,
  branch: Branch,
  {
    snapshot,
    entry,
    name,
    options: { conversion },
  }: { snapshot: Snapshot; entry: CollectionEntry; name: string; options: MoveOptions },
): Promise<{ slots: number[]; records: number }> {
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

interface CatchingUp {
  store: Store;
  branch: Branch;
  /** The collection in use. */
  entry: CollectionEntry;
  /** Its replacement. */
  name: string;
  options: MoveOptions;
  again: FinishedMove['again'];
}

interface Replacement extends CatchingUp {
  /** The state of the original that the replacement has. */
  known: number[];
}

async function replaceCollections(
  { store, branch, replacements }: { store: Store; branch: Branch; replacements: Replacement[] },
  last: (session: ClientSession) => Promise<void>,
): Promise<void> {
  if (replacements.length === 0) return inTransaction(store, last);
  const { workspaceId } = branch;
  const which = { _id: { $in: replacements.map(({ entry }) => entry._id) } };
  const closeGate = createGate(store, workspaceId, which);
  const work = async (session: ClientSession) => {
    await closeGate();
    for (const replacement of replacements) await swap(replacement, session);
    await last(session);
  };
  try {
    await inTransaction(store, work, { timeoutMs: deadWriterTimeoutMs });
  } catch (error) {
    await openGate(store, workspaceId, which);
    throw error;
  }
}

/** Conflicts with every open write of the type; these writes retry on the new collection. */
async function swap(
  { store, branch, entry, name, known, options: { conversion }, again }: Replacement,
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
  const to = recordsIn(store, workspaceId, name);
  const changed = await applyChanges(find, await missedChanges(find, entry, known), { entry, to, session, conversion });
  if (changed.length > 0) await again?.(changed, find, session);
  await retire(store, workspaceId, { ids: [entry.collection], kind: 'collection', afterMs: readableAfterMs }, session);
}

/** Applies the changes since the copy until few are left for the time in which writers wait. */
async function catchUp(
  { store, branch, entry, name, options: { conversion }, again }: CatchingUp,
  slots: number[],
): Promise<number[]> {
  const { workspaceId } = branch;
  let known = slots;
  for (let round = 0; round < maxRounds; round++) {
    const snapshot = await openSnapshot(store, workspaceId);
    const find = findInSnapshot(snapshot);
    const missed = await missedChanges(find, entry, known);
    const changed = await applyChanges(find, missed, { entry, to: recordsIn(store, workspaceId, name), conversion });
    if (changed.length > 0) await again?.(changed, find);
    known = (await readSlots(snapshot, entry)).slots;
    if (missed.length < maxFinalChanges) break;
  }
  return known;
}
