import type { BranchFacts, CollectionFacts } from '@tallyhook/query';
import type { Document, Timestamp } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { readIndexes } from './collection-indexes.ts';
import { collectionEntryId, collectionMap, type CollectionEntry } from './collections.ts';
import { cancellingFields } from './number-signs.ts';
import { openSnapshotWith } from '../database/snapshot.ts';
import { sampleOf } from './record-sample.ts';
import type { Store } from '../database/store.ts';
import { counters, slotIds, type CounterDocument } from './write-counter.ts';

/** The moment at which reads are planned. They may run a few seconds later and still read this moment. */
export interface Moment {
  /** Absent if reads cannot share a snapshot. */
  time?: Timestamp;
  /** The entries of the collection map at this moment, by collection name. */
  entries: ReadonlyMap<string, CollectionEntry>;
  /** The write counters of the types that they were asked for. */
  counted: CountedTypes;
}

/** The write counters of some types at a moment, read with it. */
export interface CountedTypes {
  types: readonly string[];
  /** By id; a type without any was never written. */
  counters: readonly CounterDocument[];
}

/** A moment taken before the question is known, with all entries of the branch in the collection map. */
export interface TakenMoment {
  branchId: string;
  time?: Timestamp;
  rows: CollectionEntry[];
  counted: CountedTypes;
}

/** For a branch with more types, only the types of the question are looked up. */
const maxTaken = 100;

/**
 * Takes the present moment of a branch; undefined if the branch has too many entries in the collection map.
 * @param counted Types whose write counters are read at the same time.
 */
export async function takeMoment(
  store: Store,
  place: { workspaceId: string; branchId: string },
  counted: readonly string[] = [],
): Promise<TakenMoment | undefined> {
  const filter = { branchId: place.branchId };
  const taken = await readNow(store, place, { filter, limit: maxTaken + 1, counted });
  return taken.rows.length > maxTaken ? undefined : taken;
}

/** What is known about the moment of a question before it is opened. */
export interface MomentOptions {
  /** The moment, if it was taken before. */
  taken?: TakenMoment | undefined;
  /** Otherwise, the types whose write counters are read with it. */
  counted?: readonly string[];
}

/**
 * Reads the facts about the collections of the given types, and the moment for `readPlan` to read at. This takes one
 * round trip, which matters for small questions, or none if the branch's moment was `taken` before. Indexes and sizes
 * may be some seconds old. A type that the branch does not have gets no facts.
 */
export async function momentOf(
  store: Store,
  branch: Branch,
  types: readonly string[],
  { taken, counted: wanted = [] }: MomentOptions = {},
): Promise<{ facts: BranchFacts; moment: Moment }> {
  const isTaken = taken?.branchId === branch.id;
  const { time, rows, counted } = isTaken ? taken : await readEntriesNow(store, branch, { types, counted: wanted });
  const known = types.filter((type) => branch.types.some(({ name }) => name === type));
  const facts = known.map(async (type): Promise<[string, CollectionFacts]> => {
    const entry = rows.find((row) => row.type === type);
    return [type, entry ? { ...(await shapeOf(store, branch, entry)), ...ownFacts(entry) } : noCollection];
  });
  return {
    facts: Object.fromEntries(await Promise.all(facts)),
    moment: { ...(time && { time }), entries: new Map(rows.map((entry) => [entry.collection, entry])), counted },
  };
}

function readEntriesNow(
  store: Store,
  branch: Branch,
  { types, counted }: { types: readonly string[]; counted: readonly string[] },
): Promise<TakenMoment> {
  const ids = types.map((type) => collectionEntryId(branch, type));
  const filter = { _id: ids.length === 1 ? ids[0] : { $in: ids } };
  const asked = counted.filter((type) => types.includes(type));
  return readNow(store, { workspaceId: branch.workspaceId, branchId: branch.id }, { filter, counted: asked });
}

/** Reads entries of the collection map and the write counters of some types in a new snapshot, with one command. */
async function readNow(
  store: Store,
  { workspaceId, branchId }: { workspaceId: string; branchId: string },
  { filter, limit = maxTaken, counted }: { filter: Document; limit?: number; counted: readonly string[] },
): Promise<TakenMoment> {
  const find = { find: 'collections', filter, limit, singleBatch: true };
  const ids = counted.flatMap((type) => slotIds({ branchId, type }));
  const union = { coll: 'write_counters', pipeline: [{ $match: { _id: { $in: ids } } }] };
  const both = {
    aggregate: 'collections',
    pipeline: [{ $match: filter }, { $limit: limit }, { $unionWith: union }],
    cursor: { batchSize: limit + ids.length + 1 },
  };
  type Row = CollectionEntry | CounterDocument;
  const { time, rows } = await openSnapshotWith<Row>(store, workspaceId, counted.length === 0 ? find : both);
  const isEntry = (row: Row): row is CollectionEntry => 'collection' in row;
  return {
    ...{ branchId, ...(time && { time }), rows: rows.filter(isEntry) },
    counted: { types: counted, counters: rows.filter((row): row is CounterDocument => !isEntry(row)) },
  };
}

const noCollection: CollectionFacts = { collection: null, indexes: [], approximateCount: 0 };

/** The facts from the collection map, exact at the moment of the question. */
function ownFacts({ collection, signs }: CollectionEntry): Pick<CollectionFacts, 'collection' | 'cancelling'> {
  const cancelling = cancellingFields(signs);
  return { collection, ...(cancelling && { cancelling }) };
}

type Shape = Omit<CollectionFacts, 'collection' | 'cancelling'>;

/** Shapes by collection. Stale entries are harmless: names are never reused, and a plan is exact for any shape. */
const shapes = new WeakMap<Store, Map<string, { shape: Promise<Shape>; readAt: number }>>();
const shapeAgeMs = 5_000;
const maxShapes = 1_000;

async function shapeOf(store: Store, branch: Branch, entry: CollectionEntry): Promise<Shape> {
  const known = shapes.get(store) ?? new Map<string, { shape: Promise<Shape>; readAt: number }>();
  shapes.set(store, known);
  const found = known.get(entry.collection);
  if (found && performance.now() - found.readAt < shapeAgeMs) return found.shape;
  if (known.size >= maxShapes) known.clear();
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

/** Facts about the collections of a branch, for planning reads: their names, indexes and sizes. */
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

/** The number of records per type. The ids of the counters start with the branch and the type. */
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
