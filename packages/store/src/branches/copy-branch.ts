import { Problem } from '@tallyhook/schemas';
import { MongoServerError } from 'mongodb';
import {
  branches,
  branchExists,
  requireFreeName,
  branchOf,
  openBranch,
  type Branch,
  type BranchDocument,
} from '../database/branches.ts';
import { collectionMap, newCollectionName, type CollectionEntry } from '../collections/collections.ts';
import { copyKeptVersions } from '../connectors/kept-versions.ts';
import { checkCount, copyCollection, copyIndexes } from '../moving/copy-collection.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { problemFrom } from '../database/problem-from.ts';
import { openSnapshot, readInSnapshot, type Snapshot } from '../database/snapshot.ts';
import { findInSnapshot } from '../database/finder.ts';
import { lineageOfCopy, putLineage, readLineage } from '../history/lineages.ts';
import { readState } from '../history/states.ts';
import { countBranchRecords } from '../space/use.ts';
import { newId, type Store } from '../database/store.ts';
import { dropCollection, sweepWorkspace } from '../moving/sweep.ts';
import { inTransaction } from '../database/transaction.ts';
import { beginBuilding, type Building } from '../database/unfinished.ts';
import { holdCalendar } from './workspace-calendar.ts';
import { counters, newCounters, readSlots } from '../collections/write-counter.ts';

/** A collection of the new branch that is being built. */
interface CopiedCollection {
  type: string;
  to: string;
  building: Building;
  records: number;
  fieldIndexes?: CollectionEntry['fieldIndexes'];
  signs?: CollectionEntry['signs'];
}

const snapshotUnavailable = 246;
const maxTries = 3;

export interface NewBranch {
  name: string;
  /** The branch to copy. */
  from: string;
  by: string;
  /** Called with the number of records that were copied, about twice a second. */
  onProgress?: ((progress: { records: number; total: number }) => void) | undefined;
}

/**
 * Copies a branch as of one moment. A concurrent write is in the copy completely or not at all. The copy becomes
 * visible once it is complete.
 * @throws Problem `not_found`, `already_exists` or `invalid_input`.
 */
export async function createBranch(
  store: Store,
  workspaceId: string,
  { name, from, by, onProgress }: NewBranch,
): Promise<Branch> {
  checkBranchName(name);
  const source = await openBranch(store, workspaceId, from);
  await requireFreeName(store, workspaceId, { name });
  await sweepWorkspace(store, workspaceId);
  for (let tries = 1; ; tries++) {
    try {
      return await copyBranch(store, source, { name, by, onProgress });
    } catch (error) {
      if (!canRetry(error) || tries === maxTries) throw problemFrom(error);
    }
  }
}

/** Thrown when a type's first record appears during the copy; retry. */
class NewTypeDuringCopy extends Error {}

function canRetry(error: unknown): boolean {
  return (
    error instanceof NewTypeDuringCopy || (error instanceof MongoServerError && error.code === snapshotUnavailable)
  );
}

async function copyBranch(
  store: Store,
  source: Branch,
  { name, by, onProgress }: Omit<NewBranch, 'from'>,
): Promise<Branch> {
  const { workspaceId } = source;
  const copies: CopiedCollection[] = [];
  try {
    // Create the empty collections before taking the snapshot: a snapshot does not know later collections.
    const types = await collectionMap(store, workspaceId).distinct('type', { branchId: source.id });
    for (const type of types) copies.push(await beginCopy(store, workspaceId, type));
    for (const { to } of copies) await store.workspaceDb(workspaceId).createCollection(to);
    const snapshot = await openSnapshot(store, workspaceId);
    const original = await readBranch(snapshot, source);
    const find = findInSnapshot(snapshot);
    const [lineage, state] = await Promise.all([readLineage(find, source.id), readState(find, source.id)]);
    const stopReporting = reportCopies(store, source, { copies, onProgress });
    await fillCopies(store, snapshot, { source, copies }).finally(stopReporting);
    const copy = copyOf(original, { name, by });
    return await inTransaction(store, async (session) => {
      const document = { ...copy, ...(await holdCalendar(store, workspaceId, session)) };
      await requireFreeName(store, workspaceId, { name, session });
      await addBranch(store, workspaceId, { document, copies }, session);
      await putLineage(store, workspaceId, lineageOfCopy(lineage, state, document._id), session);
      await copyKeptVersions(store, { workspaceId, from: source.id, to: document._id }, session);
      return branchOf(workspaceId, document);
    });
  } catch (error) {
    for (const { building, to } of copies) await building.abandon(() => dropCollection(store, workspaceId, to));
    throw isDuplicateKey(error) ? branchExists(name, error) : error;
  } finally {
    for (const { building } of copies) building.stop();
  }
}

async function beginCopy(store: Store, workspaceId: string, type: string): Promise<CopiedCollection> {
  const to = newCollectionName();
  const building = await beginBuilding(store, workspaceId, { id: to, kind: 'collection' });
  return { type, to, building, records: 0 };
}

async function fillCopies(
  store: Store,
  snapshot: Snapshot,
  { source, copies }: { source: Branch; copies: readonly CopiedCollection[] },
): Promise<void> {
  const query = { find: 'collections', filter: { branchId: source.id } };
  const entries = await readInSnapshot<CollectionEntry>(snapshot, query);
  for (const entry of entries) {
    const copy = copies.find(({ type }) => type === entry.type);
    if (!copy) throw new NewTypeDuringCopy();
    const { records } = await readSlots(snapshot, entry);
    Object.assign(copy, {
      records,
      fieldIndexes: entry.fieldIndexes,
      signs: entry.signs,
    });
    await copyCollection(snapshot, entry.collection, copy.to);
    await copy.building.confirm();
    await checkCount(store, source.workspaceId, copy.to, copy.records);
    await copyIndexes(store, source.workspaceId, entry.collection, copy.to);
  }
}

const reportEveryMs = 500;

/** Reports how many records are in the copies; returns a function that stops it. */
function reportCopies(
  store: Store,
  source: Branch,
  { copies, onProgress }: { copies: readonly CopiedCollection[]; onProgress: NewBranch['onProgress'] },
): () => void {
  if (onProgress === undefined) return () => undefined;
  const db = store.workspaceDb(source.workspaceId);
  let total: Promise<number> | undefined;
  const report = async () => {
    total ??= countBranchRecords(store, source);
    const counts = copies.map(({ to }) => db.collection(to).estimatedDocumentCount());
    const records = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    onProgress({ records, total: Math.max(records, await total) });
  };
  const timer = setInterval(() => void report().catch(() => undefined), reportEveryMs);
  return () => clearInterval(timer);
}

async function readBranch(snapshot: Snapshot, { id, name }: Branch): Promise<BranchDocument> {
  const [found] = await readInSnapshot<BranchDocument>(snapshot, { find: 'branches', filter: { _id: id } });
  if (!found) throw new Problem('not_found', `The branch "${name}" was deleted.`);
  return found;
}

function copyOf(
  { name: originalName, types, apps, timezone, weekStart }: BranchDocument,
  { name, by }: { name: string; by: string },
): BranchDocument {
  return {
    _id: newId(),
    name,
    types,
    ...(apps && { apps }),
    timezone,
    weekStart,
    createdAt: new Date(),
    createdBy: by,
    fork: { name: originalName },
    held: 0,
  };
}

async function addBranch(
  store: Store,
  workspaceId: string,
  { document, copies }: { document: BranchDocument; copies: readonly CopiedCollection[] },
  session: Parameters<Building['finish']>[0],
): Promise<void> {
  await branches(store, workspaceId).insertOne(document, { session });
  for (const { type, to, records, fieldIndexes, signs, building } of copies) {
    const known = { ...(fieldIndexes && { fieldIndexes }), ...(signs && { signs }) };
    const entry = { branchId: document._id, type, collection: to, epoch: 1, ...known };
    await collectionMap(store, workspaceId).insertOne({ _id: `${document._id}/${type}`, ...entry }, { session });
    await counters(store, workspaceId).insertMany(newCounters(entry, records), { session });
    await building.finish(session);
  }
}

export function checkBranchName(name: string): void {
  if (/^[\p{L}\p{N}](?:[\p{L}\p{N} ._/-]{0,98}[\p{L}\p{N}])?$/u.test(name)) return;
  const detail = `A branch cannot be called ${JSON.stringify(name.slice(0, 120))}: use 1 to 100 letters, digits, spaces and . _ / -, with a letter or digit at both ends.`;
  throw new Problem('invalid_input', detail);
}
