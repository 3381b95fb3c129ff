import { Problem } from '@tallyhook/schemas';
import { MongoServerError } from 'mongodb';
import { branches, branchExists, branchOf, openBranch, type Branch, type BranchDocument } from './branches.ts';
import { collectionMap, newCollectionName, type CollectionEntry } from './collections.ts';
import { copyCollection, copyIndexes } from './copy-collection.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import { openSnapshot, readInSnapshot, type Snapshot } from './snapshot.ts';
import { newId, type Store } from './store.ts';
import { dropCollection, sweepWorkspace } from './sweep.ts';
import { inTransaction } from './transaction.ts';
import { beginBuilding, type Building } from './unfinished.ts';
import { counters, newCounters, readSlots } from './write-counter.ts';

/** A collection of the new branch that is being built. */
interface CopiedCollection {
  from: CollectionEntry;
  to: string;
  building: Building;
  /** The write counter of the original at the moment of the copy. */
  slots: number[];
  records: number;
}

const snapshotUnavailable = 246;
const mostTries = 3;

/**
 * Copies a branch as it is at one moment: what others write meanwhile is in the copy whole or not at all. The copy is
 * there for others once it is whole. Throws Problem `not_found`, `already_exists` or `invalid_input`.
 */
export async function createBranch(
  store: Store,
  workspaceId: string,
  { name, from, by }: { name: string; from: string; by: string },
): Promise<Branch> {
  checkName(name);
  const source = await openBranch(store, workspaceId, from);
  if (await branches(store, workspaceId).findOne({ name })) throw branchExists(name);
  await sweepWorkspace(store, workspaceId);
  for (let tries = 1; ; tries++) {
    try {
      return await copyBranch(store, source, { name, by });
    } catch (error) {
      const mayPass = error instanceof MongoServerError && error.code === snapshotUnavailable;
      if (!mayPass || tries === mostTries) throw error;
    }
  }
}

async function copyBranch(store: Store, source: Branch, { name, by }: { name: string; by: string }): Promise<Branch> {
  const { workspaceId } = source;
  const snapshot = await openSnapshot(store, workspaceId);
  const original = await readBranch(snapshot, source);
  const entries = await readInSnapshot<CollectionEntry>(snapshot, {
    find: 'collections',
    filter: { branchId: source.id },
  });
  const copies: CopiedCollection[] = [];
  try {
    for (const from of entries) copies.push(await beginCopy(store, workspaceId, snapshot, from));
    for (const { from, to } of copies) {
      await copyCollection(snapshot, from.collection, to);
      await copyIndexes(store, workspaceId, from.collection, to);
    }
    const document = copyOf(original, copies, { name, by });
    await inTransaction(store, (session) => addBranch(store, workspaceId, { document, copies }, session));
    return branchOf(workspaceId, document);
  } catch (error) {
    for (const { building, to } of copies) await building.abandon(() => dropCollection(store, workspaceId, to));
    throw isDuplicateKey(error) ? branchExists(name, error) : error;
  } finally {
    for (const { building } of copies) building.leave();
  }
}

async function readBranch(snapshot: Snapshot, { id, name }: Branch): Promise<BranchDocument> {
  const [found] = await readInSnapshot<BranchDocument>(snapshot, { find: 'branches', filter: { _id: id } });
  if (!found) throw new Problem('not_found', `The branch "${name}" was deleted.`);
  return found;
}

async function beginCopy(
  store: Store,
  workspaceId: string,
  snapshot: Snapshot,
  from: CollectionEntry,
): Promise<CopiedCollection> {
  const to = newCollectionName();
  const state = await readSlots(snapshot, from);
  const building = await beginBuilding(store, workspaceId, { id: to, kind: 'collection' });
  return { from, to, building, ...state };
}

function copyOf(
  { _id, name: originalName, types, timezone, weekStart }: BranchDocument,
  copies: readonly CopiedCollection[],
  { name, by }: { name: string; by: string },
): BranchDocument {
  const slots = Object.fromEntries(copies.map((copy) => [copy.from.type, copy.slots]));
  const fork = { branchId: _id, name: originalName, slots };
  return { _id: newId(), name, types, timezone, weekStart, createdAt: new Date(), createdBy: by, fork, held: 0 };
}

async function addBranch(
  store: Store,
  workspaceId: string,
  { document, copies }: { document: BranchDocument; copies: readonly CopiedCollection[] },
  session: Parameters<Building['finish']>[0],
): Promise<void> {
  await branches(store, workspaceId).insertOne(document, { session });
  for (const { from, to, records, building } of copies) {
    const entry = { branchId: document._id, type: from.type, collection: to, epoch: 1 };
    await collectionMap(store, workspaceId).insertOne({ _id: `${document._id}/${from.type}`, ...entry }, { session });
    await counters(store, workspaceId).insertMany(newCounters(entry, records), { session });
    await building.finish(session);
  }
}

function checkName(name: string): void {
  if (/^[\p{L}\p{N}](?:[\p{L}\p{N} ._/-]{0,98}[\p{L}\p{N}])?$/u.test(name)) return;
  const detail = `A branch cannot be called ${JSON.stringify(name.slice(0, 120))}: use 1 to 100 letters, digits, spaces and . _ / -, with a letter or digit at both ends.`;
  throw new Problem('invalid_input', detail);
}
