import type { BranchFacts, CollectionFacts } from '@tallyhook/query';
import type { Timestamp } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { readIndexes } from './collection-indexes.ts';
import { collectionEntryId, collectionMap, type CollectionEntry } from './collections.ts';
import { cancellingFields } from './number-signs.ts';
import { openSnapshotWith } from '../database/snapshot.ts';
import { sampleOf } from './record-sample.ts';
import type { Store } from '../database/store.ts';
import { counters } from './write-counter.ts';

/** A moment that reads are planned at: it is enough to run them a few seconds later as if it were then. */
export interface Moment {
  /** Absent where reads cannot share a moment. */
  time?: Timestamp;
  /** Where the collections stand in the map at the moment, by their names. */
  entries: ReadonlyMap<string, CollectionEntry>;
}

/** A moment that was taken before it was known what is asked of a branch, with all that the map says of the branch. */
export interface TakenMoment {
  branchId: string;
  time?: Timestamp;
  rows: CollectionEntry[];
}

/** A branch with more types is looked up by the types of the question. */
const mostTaken = 100;

/** Takes the present moment of a branch; undefined where the map says too much of it. */
export async function takeMoment(
  store: Store,
  { workspaceId, branchId }: { workspaceId: string; branchId: string },
): Promise<TakenMoment | undefined> {
  const find = { find: 'collections', filter: { branchId }, limit: mostTaken + 1 };
  const { time, rows } = await openSnapshotWith<CollectionEntry>(store, workspaceId, find);
  return rows.length > mostTaken ? undefined : { branchId, ...(time && { time }), rows };
}

/**
 * What is known at this moment about the collections of types, and the moment, for `readPlan` to read at: in one way
 * to the server, which matters to a small question, or in none where the moment of the branch was `taken` before. Indexes
 * and size may be some seconds old. Of a type that the branch does not have, nothing is known.
 */
export async function momentOf(
  store: Store,
  branch: Branch,
  types: readonly string[],
  taken?: TakenMoment,
): Promise<{ facts: BranchFacts; moment: Moment }> {
  const { time, rows } = taken?.branchId === branch.id ? taken : await findEntriesNow(store, branch, types);
  const known = types.filter((type) => branch.types.some(({ name }) => name === type));
  const facts = known.map(async (type): Promise<[string, CollectionFacts]> => {
    const entry = rows.find((row) => row.type === type);
    return [type, entry ? { ...(await shapeOf(store, branch, entry)), ...ownFacts(entry) } : noCollection];
  });
  return {
    facts: Object.fromEntries(await Promise.all(facts)),
    moment: { ...(time && { time }), entries: new Map(rows.map((entry) => [entry.collection, entry])) },
  };
}

async function findEntriesNow(store: Store, branch: Branch, types: readonly string[]) {
  const ids = types.map((type) => collectionEntryId(branch, type));
  const find = { find: 'collections', filter: { _id: ids.length === 1 ? ids[0] : { $in: ids } } };
  return openSnapshotWith<CollectionEntry>(store, branch.workspaceId, find);
}

const noCollection: CollectionFacts = { collection: null, indexes: [], approximateCount: 0 };

/** What the map itself says of a collection, at the moment of a question. */
function ownFacts({ collection, signs }: CollectionEntry): Pick<CollectionFacts, 'collection' | 'cancelling'> {
  const cancelling = cancellingFields(signs);
  return { collection, ...(cancelling && { cancelling }) };
}

type Shape = Omit<CollectionFacts, 'collection' | 'cancelling'>;

/** Shapes by collection: a name is never used again, and a plan is exact whatever it took the shape to be. */
const shapes = new WeakMap<Store, Map<string, { shape: Promise<Shape>; readAt: number }>>();
const shapeAgeMs = 5_000;
const mostShapes = 1_000;

async function shapeOf(store: Store, branch: Branch, entry: CollectionEntry): Promise<Shape> {
  const known = shapes.get(store) ?? new Map<string, { shape: Promise<Shape>; readAt: number }>();
  shapes.set(store, known);
  const found = known.get(entry.collection);
  if (found && performance.now() - found.readAt < shapeAgeMs) return found.shape;
  if (known.size >= mostShapes) known.clear();
  const shape = readShape(store, branch, entry);
  known.set(entry.collection, { shape, readAt: performance.now() });
  shape.catch(() => known.delete(entry.collection));
  return shape;
}

async function readShape(store: Store, branch: Branch, entry: CollectionEntry): Promise<Shape> {
  const collection = store.workspaceDb(branch.workspaceId).collection(entry.collection);
  const [indexes, approximateCount] = await Promise.all([
    indexesOf(store, branch, entry),
    collection.estimatedDocumentCount(),
  ]);
  const sample = await sampleOf(store, collection, { indexes, approximateCount });
  return { indexes, approximateCount, listsAreSets: true, ...sample };
}

/** What is known about the collections of a branch, for planning reads: their names, indexes and sizes. */
export async function collectionFacts(store: Store, branch: Branch): Promise<BranchFacts> {
  const [entries, sizes] = await Promise.all([
    collectionMap(store, branch.workspaceId).find({ branchId: branch.id }).toArray(),
    recordCounts(store, branch),
  ]);
  const byType = new Map(entries.map((entry) => [entry.type, entry]));
  const facts = branch.types.map(async ({ name }): Promise<[string, CollectionFacts]> => {
    const entry = byType.get(name);
    if (!entry) return [name, noCollection];
    const indexes = await indexesOf(store, branch, entry);
    const approximateCount = sizes.get(name) ?? 0;
    return [name, { ...ownFacts(entry), indexes, approximateCount, listsAreSets: true }];
  });
  return Object.fromEntries(await Promise.all(facts));
}

async function indexesOf(
  store: Store,
  { workspaceId }: Branch,
  { collection }: CollectionEntry,
): Promise<CollectionFacts['indexes']> {
  const found = await readIndexes(store, workspaceId, collection);
  return found.filter(({ isReady, isWhole }) => isReady && isWhole).map(({ name, key }) => ({ name, key }));
}

/** How many records each type has. The ids of the counters begin with the branch and the type. */
async function recordCounts(store: Store, { workspaceId, id }: Branch): Promise<Map<string, number>> {
  const all = await counters(store, workspaceId)
    .find({ _id: { $gt: `${id}/`, $lt: `${id}0` } }, { projection: { records: 1 } })
    .toArray();
  const counts = new Map<string, number>();
  for (const { _id, records } of all) {
    const type = _id.split('/')[1]!;
    counts.set(type, (counts.get(type) ?? 0) + records);
  }
  return counts;
}
