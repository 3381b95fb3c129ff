import type { CountRead, Read, ReadResult, ReadResults, Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { MongoServerError, type Document } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import type { Moment } from '../collections/collection-facts.ts';
import type { CollectionEntry } from '../collections/collections.ts';
import { countWithLooks } from './count-with-looks.ts';
import { isKilledRead } from '../database/killed-read.ts';
import { mapLimited } from '../database/map-limited.ts';
import { problemFrom } from '../database/problem-from.ts';
import { leftMs, questionTimedOut } from './turn.ts';
import { fromDriver, toDriver, toMarks } from '../database/read-values.ts';
import type { CachedLooks } from './cached-looks.ts';
import { atSnapshot, openSnapshot, readInSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { readSlots } from '../collections/write-counter.ts';

export interface ReadPlanOptions {
  turn: Turn;
  /** The moment the reads were planned at; default the present. */
  moment?: Moment;
}

const looksByStore = new WeakMap<Store, CachedLooks>();
const readsAtOnce = 8;
/** How many snapshots to try before reading without one. */
const maxSnapshots = 2;

const errorCodes = {
  maxTimeExpired: [50, 262],
  snapshotUnavailable: [246],
  memoryExceeded: [146, 292, 4031700],
  resultTooLarge: [10334, 17217, 17280],
  badValue: [2],
};

/**
 * Runs the reads of one plan at one moment, so that the parts of an answer are consistent. Returns their results by id.
 * @throws Problem `query_timeout` (with `limitMs`) if the time is up, `invalid_question` if there are too many groups
 * to hold, `unavailable`; and the reason of the turn's `left` signal if that ends the reads.
 */
export async function readPlan(
  store: Store,
  branch: Branch,
  reads: readonly Read[],
  { turn, moment }: ReadPlanOptions,
): Promise<ReadResults> {
  try {
    return await readWithRetry(store, branch, reads, { turn, moment });
  } catch (error) {
    turn.left.throwIfAborted();
    throw translated(error, turn);
  }
}

/**
 * Retries a plan. A collection whose indexes or options changed meanwhile cannot be read in the snapshot: retry once
 * with a new snapshot, then without one. If an index was dropped during the read, retry without it until the time is
 * up. A retry leaves out reads that follow others of the moment.
 */
async function readWithRetry(
  store: Store,
  branch: Branch,
  reads: readonly Read[],
  { turn, moment }: ReadPlanOptions,
): Promise<ReadResults> {
  const others = reads.filter(({ follows }) => !follows);
  let given = moment;
  for (let snapshots = 0; ;) {
    try {
      if (given) return await readAll(store, branch, given.time ? reads : others, { turn, ...given });
      const { time } = snapshots < maxSnapshots ? await openSnapshot(store, branch.workspaceId) : {};
      return await readAll(store, branch, others, { turn, time });
    } catch (error) {
      if (isCode(error, errorCodes.snapshotUnavailable) && snapshots < maxSnapshots) snapshots += 1;
      else if (!isKilledRead(error)) throw error;
    }
    given = undefined;
  }
}

interface Reading {
  snapshot: Snapshot;
  turn: Turn;
  /** Aborts with the turn, and when another read of the plan fails. */
  signal: AbortSignal;
  /** The entries of the read collections in the collection map, by collection name. */
  entries: Moment['entries'];
}

async function readAll(
  store: Store,
  branch: Branch,
  reads: readonly Read[],
  { turn, time, entries: known }: { turn: Turn } & Partial<Moment>,
): Promise<ReadResults> {
  const snapshot = { db: store.workspaceDb(branch.workspaceId), time };
  const isKnown = collectionsOf(reads).every((name) => known?.has(name));
  const entries = isKnown && known ? known : await findEntries(snapshot, reads);
  const abandoned = new AbortController();
  const signal = AbortSignal.any([turn.signal, abandoned.signal]);
  const reading = { snapshot, turn, signal, entries };
  try {
    const counts = countsOf(reads);
    const looks = reads.filter((read) => !(counts as readonly Read[]).includes(read));
    const entry = entries.get(counts[0]?.collection ?? '');
    if (!time || !entry) return await readEach(reads, reading);
    return await countWithLooks(counts, looks, {
      snapshot: { db: snapshot.db, time },
      entry,
      cached: cachedLooks(store),
      primary: () => store.primary(),
      // The command brings its own read concern.
      run: (command) => snapshot.db.command({ ...command, maxTimeMS: leftMs(turn) }, { signal }),
      read: (others) => readEach(others, reading),
    });
  } catch (error) {
    // The other reads of the plan are useless without this one.
    abandoned.abort(error);
    if (!isImpossible(error, reads)) throw error;
    return {};
  }
}

/** The counts of one collection that the `count` command may answer at the moment of the other reads. */
function countsOf(reads: readonly Read[]): CountRead[] {
  const counts = reads.filter((read) => read.kind === 'count');
  const isSeveral = reads.length > 1 && counts.length === reads.length;
  const wanted = isSeveral ? counts : counts.filter(({ follows }) => follows);
  return wanted.every(({ collection }) => collection === wanted[0]!.collection) ? wanted : [];
}

/** The looks this process has cached. */
function cachedLooks(store: Store): CachedLooks {
  const known = looksByStore.get(store) ?? (new Map() as CachedLooks);
  looksByStore.set(store, known);
  return known;
}

async function readEach(reads: readonly Read[], reading: Reading): Promise<ReadResults> {
  const isAlone = reads.length === 1 && !reads[0]!.follows;
  const read = async (one: Read) => [one.id, await readOne(one, reading, isAlone)] as const;
  return Object.fromEntries(await mapLimited(reads, readsAtOnce, read));
}

/** Whether fast reads failed for good: their index is gone, or the result exceeds their limits. */
function isImpossible(error: unknown, reads: readonly Read[]): boolean {
  if (reads.some(({ hint }) => typeof hint === 'string') && isCode(error, errorCodes.badValue)) return true;
  if (reads.some(({ mayOutgrow }) => mayOutgrow) && isCode(error, errorCodes.memoryExceeded)) return true;
  return reads.some(({ follows }) => follows) && isCode(error, errorCodes.resultTooLarge);
}

/**
 * Finds the entries of the collections in the collection map. A collection that was dropped since planning is refused,
 * because reading it would find nothing. A retired collection that still exists may be read.
 */
async function findEntries(snapshot: Snapshot, reads: readonly Read[]): Promise<Map<string, CollectionEntry>> {
  const names = collectionsOf(reads);
  const found = await readInSnapshot<CollectionEntry>(snapshot, {
    find: 'collections',
    filter: { collection: { $in: names } },
  });
  const entries = new Map(found.map((entry) => [entry.collection, entry]));
  const others = names.filter((name) => !entries.has(name));
  const retired = others.length === 0 ? [] : await readInSnapshot(snapshot, retiredAmong(others));
  if (retired.length < others.length) {
    throw new Problem('unavailable', 'The records were moved while the question was running: ask it again.', {
      retryAfterSeconds: 1,
    });
  }
  return entries;
}

/** The names of the collections that the reads use, without duplicates. */
function collectionsOf(reads: readonly Read[]): string[] {
  const names = reads.flatMap((read) => [read.collection, ...(read.kind === 'aggregate' ? (read.from ?? []) : [])]);
  return [...new Set(names.filter((name) => name !== null))];
}

const retiredAmong = (names: string[]): Document => ({
  find: 'unfinished',
  filter: { _id: { $in: names }, swept: { $ne: true } },
});

async function readOne(read: Read, reading: Reading, isAlone: boolean): Promise<ReadResult> {
  const { collection } = read;
  if (collection === null) return emptyResult(read.kind);
  switch (read.kind) {
    case 'count':
      return { kind: 'count', count: await countRecords({ ...read, collection }, reading, isAlone) };
    case 'aggregate': {
      const command = { aggregate: collection, pipeline: toDriver(read.pipeline), cursor: {}, allowDiskUse: false };
      return { kind: 'aggregate', rows: fromDriver(await run(reading, withHint(command, read))) };
    }
    case 'distinct': {
      const command = { distinct: collection, key: read.field, query: toDriver(read.match) };
      const { values } = await runCommand(reading, command);
      return { kind: 'distinct', values: toMarks(values as unknown[]) };
    }
  }
}

function emptyResult(kind: Read['kind']): ReadResult {
  if (kind === 'count') return { kind, count: 0 };
  return kind === 'aggregate' ? { kind, rows: [] } : { kind, values: [] };
}

/**
 * Counts exactly. Without a condition the write counters have the number. Otherwise the `count` command is the fastest,
 * but it cannot read a snapshot, so a count together with other reads is an aggregation.
 */
async function countRecords(
  read: Extract<Read, { kind: 'count' }> & { collection: string },
  reading: Reading,
  isAlone: boolean,
): Promise<number> {
  const { collection } = read;
  const query = toDriver(read.match);
  const entry = reading.entries.get(collection);
  if (entry && Object.keys(query).length === 0) return (await readSlots(reading.snapshot, entry)).records;
  if (isAlone) {
    const { n } = await runCommand(
      { ...reading, snapshot: { db: reading.snapshot.db } },
      withHint({ count: collection, query }, read),
    );
    return n as number;
  }
  const pipeline = [{ $match: query }, { $count: 'n' }];
  const [row] = await run(reading, withHint({ aggregate: collection, pipeline, cursor: {} }, read));
  return (row?.n ?? 0) as number;
}

const withHint = (command: Document, { hint }: Pick<Read, 'hint'>): Document =>
  hint === undefined ? command : { ...command, hint };

async function run({ snapshot, signal, turn }: Reading, command: Document): Promise<Document[]> {
  return readInSnapshot(snapshot, command, { maxTimeMS: leftMs(turn), signal });
}

async function runCommand({ snapshot, signal, turn }: Reading, command: Document): Promise<Document> {
  return snapshot.db.command(atSnapshot(snapshot, command, leftMs(turn)), { signal });
}

function translated(error: unknown, { late, limitMs }: Turn): unknown {
  if (late.aborted || isCode(error, errorCodes.maxTimeExpired)) return questionTimedOut(limitMs, { cause: error });
  if (isCode(error, [...errorCodes.memoryExceeded, ...errorCodes.resultTooLarge])) return tooManyGroups(error);
  return problemFrom(error);
}

const isCode = (error: unknown, codes: number[]): boolean =>
  error instanceof MongoServerError && codes.includes(Number(error.code));

function tooManyGroups(cause: unknown): Problem {
  const detail =
    'The question has too many groups or values: filter to fewer records or group by a field with fewer values.';
  return new Problem('invalid_question', detail, {
    errors: [{ pointer: '#/groupBy', code: 'too_many_groups', detail }],
    cause,
  });
}
