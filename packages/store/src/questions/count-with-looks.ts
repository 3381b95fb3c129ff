import type { CountRead, Read, ReadResults } from '@tallyhook/query';
import type { Document, Timestamp } from 'mongodb';
import type { CollectionEntry } from '../collections/collections.ts';
import { mapLimited } from '../database/map-limited.ts';
import { toDriver } from '../database/read-values.ts';
import { findCachedLooks, cacheLooks, type CachedLooks } from './cached-looks.ts';
import { readInSnapshot, type Snapshot } from '../database/snapshot.ts';
import { findCounters, stateOf, type CounterDocument, type CounterState } from '../collections/write-counter.ts';

const countsAtOnce = 8;

export interface Counting {
  snapshot: Required<Snapshot>;
  /** The collection's entry in the collection map. */
  entry: CollectionEntry;
  /** Results of earlier looks, valid while the write counters are unchanged. */
  cached: CachedLooks;
  /** The server that takes the writes, as far as is known. */
  primary(): string | undefined;
  /** Runs a command within the remaining time. */
  run(command: Document): Promise<Document>;
  /** Runs reads in the snapshot, regardless of later writes. */
  read(reads: readonly Read[]): Promise<ReadResults>;
}

/**
 * Counts with the `count` command, which is faster than an aggregation but cannot read a snapshot: it counts the
 * current state. So the write counters are read afterwards and must equal those of the snapshot. Every write, including
 * an import, increments a counter in the transaction that makes it visible. Equal counters therefore mean that nothing
 * was written in between, and the counts are those of the snapshot. If the counters differ, the counts are repeated in
 * the snapshot.
 *
 * Counts and counters are read from the primary without waiting for a majority: that would mean waiting for the
 * journal, up to a tenth of a second after any write. The snapshot is majority-committed, so counts with the same
 * counters are too. Only writes on a server that lost its primary role could be rolled back, so counts made under two
 * primaries are discarded.
 *
 * Looks are reads next to the counts that find out which groups there are. They run in the snapshot. Earlier results
 * are still valid if the counters have not changed since.
 */
export async function countWithLooks(
  counts: readonly CountRead[],
  looks: readonly Read[],
  counting: Counting,
): Promise<ReadResults> {
  const { snapshot, entry, cached, read } = counting;
  const { time } = snapshot;
  const canCache = looks.every((look) => isOnlyOf(look, entry.collection));
  const kept = canCache ? findCachedLooks(cached, entry.collection, { looks, time }) : undefined;
  const look = async () => {
    const [state, found] = await Promise.all([stateAt(snapshot, entry), read(looks)]);
    return { time, state, found };
  };
  const [early, counted] = await Promise.all([kept ?? look(), countNow(counts, counting)]);
  const isCurrent = early.state.marks === counted.state.marks;
  const looked = isCurrent || !kept ? early : await look();
  const isUnwritten = counted.isOfOnePrimary && looked.state.marks === counted.state.marks;
  if (isUnwritten && canCache && looked !== kept) cacheLooks(cached, entry.collection, { looks, ...looked });
  return { ...looked.found, ...(isUnwritten ? counted.results : await read(counts)) };
}

/** Whether the result of a read depends only on the records of this collection. */
const isOnlyOf = (read: Read, collection: string): boolean =>
  read.collection === collection && !(read.kind === 'aggregate' && read.from?.length);

async function stateAt(snapshot: Required<Snapshot>, entry: CollectionEntry): Promise<CounterState> {
  return stateOf(await readInSnapshot<CounterDocument>(snapshot, findCounters(entry)));
}

/** Counts the current state, and reads the write counters after the last count. */
async function countNow(
  counts: readonly CountRead[],
  { snapshot, entry, primary, run }: Counting,
): Promise<{ state: CounterState; results: ReadResults; isOfOnePrimary: boolean }> {
  let newest = snapshot.time;
  const first = primary();
  const level = first === undefined ? 'majority' : 'local';
  // After a change of primary, the new one may lag behind what the old one returned.
  const runLater = async (command: Document, level: string, since: Timestamp): Promise<Document> => {
    const reply = await run({ ...command, readConcern: { level, afterClusterTime: since } });
    const at = reply.operationTime as Timestamp | undefined;
    if (at?.greaterThan(newest)) newest = at;
    return reply;
  };
  const countOne = async ({ id, match, hint, collection }: CountRead) => {
    const query = toDriver(match);
    if (Object.keys(query).length === 0) return { id, count: undefined };
    const reply = await runLater({ count: collection, query, ...(hint && { hint }) }, level, snapshot.time);
    return { id, count: reply.n as number };
  };
  const counted = await mapLimited(counts, countsAtOnce, countOne);
  const { cursor } = await runLater({ ...findCounters(entry), singleBatch: true }, level, newest);
  const state = stateOf((cursor as { firstBatch: CounterDocument[] }).firstBatch);
  const results = counted.map(({ id, count = state.records }) => [id, { kind: 'count', count }] as const);
  return { state, results: Object.fromEntries(results), isOfOnePrimary: primary() === first };
}
