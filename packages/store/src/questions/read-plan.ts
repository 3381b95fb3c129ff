import { Problem, type CountRead, type Read, type ReadResult, type ReadResults } from '@tallyhook/schemas';
import { MongoServerError, type Document } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import type { Moment } from '../collections/collection-facts.ts';
import type { CollectionEntry } from '../collections/collections.ts';
import { countBesideLooks } from './count-beside-looks.ts';
import { isKilledRead } from '../database/killed-read.ts';
import { mapLimited } from '../database/map-limited.ts';
import { problemFrom, readLimitMs } from '../database/problem-from.ts';
import { questionTimedOut } from './question-timed-out.ts';
import { fromDriver, toDriver, toMarks } from '../database/read-values.ts';
import type { SettledLooks } from './settled-looks.ts';
import { atSnapshot, openSnapshot, readInSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { readSlots } from '../collections/write-counter.ts';

export interface ReadPlanOptions {
  /** When the answer must be there, in milliseconds since 1970. */
  deadlineAt: number;
  /** Ends the reads, on the server too. */
  signal?: AbortSignal;
  /** The moment that the reads were planned at; else the present one. */
  moment?: Moment;
}

const settledByStore = new WeakMap<Store, SettledLooks>();
const readsAtOnce = 8;
/** In how many moments a read is tried where MongoDB does not have it in one. */
const mostSnapshots = 2;
/** What a deadline on this side adds to that of the server, which does not count the way there and back. */
const networkAllowanceMs = 250;

const errorCodes = {
  maxTimeExpired: [50, 262],
  snapshotUnavailable: [246],
  memoryExceeded: [146, 292, 4031700],
  resultTooLarge: [10334, 17217, 17280],
  badValue: [2],
};

/**
 * Runs the reads of one plan at one moment, so that the parts of an answer agree. Gives their results by id.
 * Throws Problem `query_timeout` (with `limitMs`) when the time is up, `invalid_question` when there are too many groups
 * to hold, `unavailable`; and the reason of the signal when that ends the reads.
 */
export async function readPlan(
  store: Store,
  branch: Branch,
  reads: readonly Read[],
  { deadlineAt, signal, moment }: ReadPlanOptions,
): Promise<ReadResults> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(timedOut()), Math.max(0, deadlineAt - Date.now() + networkAllowanceMs));
  const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  try {
    return await readWithRetry(store, branch, reads, { deadlineAt, signal: either, moment });
  } catch (error) {
    ended.abort(error);
    throw signal?.aborted ? signal.reason : translated(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A collection that changed its shape at the same moment cannot be read in a snapshot: once more, then without. Where an
 * index was dropped that was being walked: once more without it, as often as that happens before the time is up. Reads
 * that follow others of the moment are left out then.
 */
async function readWithRetry(
  store: Store,
  branch: Branch,
  reads: readonly Read[],
  { deadlineAt, signal, moment }: Limits & { moment: Moment | undefined },
): Promise<ReadResults> {
  const limits = { deadlineAt, signal };
  const others = reads.filter(({ follows }) => !follows);
  let given = moment;
  for (let snapshots = 0; ;) {
    try {
      if (given) return await readAll(store, branch, given.time ? reads : others, { ...limits, ...given });
      const { time } = snapshots < mostSnapshots ? await openSnapshot(store, branch.workspaceId) : {};
      return await readAll(store, branch, others, { ...limits, time });
    } catch (error) {
      if (isCode(error, errorCodes.snapshotUnavailable) && snapshots < mostSnapshots) snapshots += 1;
      else if (!isKilledRead(error)) throw error;
    }
    given = undefined;
  }
}

type Limits = Required<Pick<ReadPlanOptions, 'deadlineAt' | 'signal'>>;

interface Reading {
  snapshot: Snapshot;
  deadlineAt: number;
  signal: AbortSignal;
  /** Where the read collections stand in the map, by their names. */
  entries: Moment['entries'];
}

async function readAll(
  store: Store,
  branch: Branch,
  reads: readonly Read[],
  { deadlineAt, signal: given, time, entries: known }: Limits & Partial<Moment>,
): Promise<ReadResults> {
  const snapshot = { db: store.workspaceDb(branch.workspaceId), time };
  const isKnown = collectionsOf(reads).every((name) => known?.has(name));
  const entries = isKnown && known ? known : await findEntries(snapshot, reads);
  const abandoned = new AbortController();
  const signal = AbortSignal.any([given, abandoned.signal]);
  const reading = { snapshot, deadlineAt, signal, entries };
  try {
    const counts = countsOf(reads);
    const looks = reads.filter((read) => !(counts as readonly Read[]).includes(read));
    const entry = entries.get(counts[0]?.collection ?? '');
    if (!time || !entry) return await readEach(reads, reading);
    return await countBesideLooks(counts, looks, {
      snapshot: { db: snapshot.db, time },
      entry,
      settled: settledLooks(store),
      primary: () => store.primary(),
      // The command brings its own read concern.
      run: (command) => snapshot.db.command({ ...command, maxTimeMS: timeLeftMs(deadlineAt) }, { signal }),
      read: (others) => readEach(others, reading),
    });
  } catch (error) {
    // The others of the plan are of no use without this one.
    abandoned.abort(error);
    if (!isImpossible(error, reads)) throw error;
    return {};
  }
}

/** The counts of one collection that the `count` command may be able to answer at the moment of the other reads. */
function countsOf(reads: readonly Read[]): CountRead[] {
  const counts = reads.filter((read) => read.kind === 'count');
  const isSeveral = reads.length > 1 && counts.length === reads.length;
  const wanted = isSeveral ? counts : counts.filter(({ follows }) => follows);
  return wanted.every(({ collection }) => collection === wanted[0]!.collection) ? wanted : [];
}

/** What was found in collections that this process has looked into. */
function settledLooks(store: Store): SettledLooks {
  const known = settledByStore.get(store) ?? (new Map() as SettledLooks);
  settledByStore.set(store, known);
  return known;
}

async function readEach(reads: readonly Read[], reading: Reading): Promise<ReadResults> {
  const isAlone = reads.length === 1 && !reads[0]!.follows;
  const read = async (one: Read) => [one.id, await readOne(one, reading, isAlone)] as const;
  return Object.fromEntries(await mapLimited(reads, readsAtOnce, read));
}

/** Whether reads that were to be quick cannot be: their index is gone by now, or there is more than they take. */
function isImpossible(error: unknown, reads: readonly Read[]): boolean {
  if (reads.some(({ hint }) => typeof hint === 'string') && isCode(error, errorCodes.badValue)) return true;
  if (reads.some(({ mayOutgrow }) => mayOutgrow) && isCode(error, errorCodes.memoryExceeded)) return true;
  return reads.some(({ follows }) => follows) && isCode(error, errorCodes.resultTooLarge);
}

/**
 * Where the collections stand in the map. One that stands nowhere was dropped since the question was planned, and
 * reading it would find nothing: that is refused. One that is out of use but still there may be read.
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
    throw new Problem('unavailable', 'The records moved while the question was asked: ask it again.', {
      retryAfterSeconds: 1,
    });
  }
  return entries;
}

/** The collections that reads name, each once. */
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
 * Counts exactly. Without a condition the write counters know; otherwise the `count` command is the fastest, but it
 * knows no snapshots, so that a count beside other reads is an aggregation.
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

async function run({ snapshot, signal, deadlineAt }: Reading, command: Document): Promise<Document[]> {
  return readInSnapshot(snapshot, command, { maxTimeMS: timeLeftMs(deadlineAt), signal });
}

async function runCommand({ snapshot, signal, deadlineAt }: Reading, command: Document): Promise<Document> {
  return snapshot.db.command(atSnapshot(snapshot, command, timeLeftMs(deadlineAt)), { signal });
}

function timeLeftMs(deadlineAt: number): number {
  const leftMs = Math.floor(deadlineAt - Date.now());
  if (leftMs < 1) throw timedOut();
  return leftMs;
}

function translated(error: unknown): unknown {
  if (isCode(error, errorCodes.maxTimeExpired)) return timedOut(error);
  if (isCode(error, [...errorCodes.memoryExceeded, ...errorCodes.resultTooLarge])) return tooManyGroups(error);
  return problemFrom(error);
}

const isCode = (error: unknown, codes: number[]): boolean =>
  error instanceof MongoServerError && codes.includes(Number(error.code));

const timedOut = (cause?: unknown): Problem => questionTimedOut(readLimitMs, { cause });

function tooManyGroups(cause: unknown): Problem {
  const detail =
    'The question has more groups or values than can be held: filter to fewer records or group by a field with fewer values.';
  return new Problem('invalid_question', detail, {
    errors: [{ pointer: '#/groupBy', code: 'too_many_groups', detail }],
    cause,
  });
}
