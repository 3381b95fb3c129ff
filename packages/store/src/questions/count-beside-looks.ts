import type { CountRead, Read, ReadResults } from '@tallyhook/query';
import type { Document, Timestamp } from 'mongodb';
import type { CollectionEntry } from '../collections/collections.ts';
import { mapLimited } from '../database/map-limited.ts';
import { toDriver } from '../database/read-values.ts';
import { findSettled, keepSettled, type SettledLooks } from './settled-looks.ts';
import { readInSnapshot, type Snapshot } from '../database/snapshot.ts';
import { findCounters, stateOf, type CounterDocument, type CounterState } from '../collections/write-counter.ts';

const countsAtOnce = 8;

export interface Counting {
  snapshot: Required<Snapshot>;
  /** Where the records stand in the map. */
  entry: CollectionEntry;
  /** What is known of looks into collections whose write counters stand as they did. */
  settled: SettledLooks;
  /** Which server takes the writes, as far as is known. */
  primary(): string | undefined;
  /** Runs a command within what is left of the time. */
  run(command: Document): Promise<Document>;
  /** Runs reads at the moment of the snapshot, whatever was written since. */
  read(reads: readonly Read[]): Promise<ReadResults>;
}

/**
 * Counts by the `count` command, which is quicker than an aggregation but knows no snapshots: it counts what there is by
 * now. So afterwards the write counters must stand as they did at the moment of the snapshot. Every write raises one in
 * the transaction that makes it visible, an import as well; so nothing was written in between, and what was counted is
 * what there was at the moment. Otherwise the counts are made once more, at the moment.
 *
 * Counts and counters are what one primary has, and not what a majority has by now: to wait for that is to wait for the
 * journal, up to a tenth of a second after any write to anything. A majority has the moment of the snapshot, so where the
 * counters stand as they did then, what was counted is what a majority has too. Only what a server had that lost its
 * office could be undone: so counts made under two primaries are not believed.
 *
 * Looks, which find out beside the counts what groups there are, are run at the moment; those that were run before it,
 * when the counters stood as they still do, found what there is now.
 */
export async function countBesideLooks(
  counts: readonly CountRead[],
  looks: readonly Read[],
  counting: Counting,
): Promise<ReadResults> {
  const { snapshot, entry, settled, read } = counting;
  const { time } = snapshot;
  const canSettle = looks.every((look) => isOnlyOf(look, entry.collection));
  const kept = canSettle ? findSettled(settled, entry.collection, { looks, time }) : undefined;
  const look = async () => {
    const [state, found] = await Promise.all([stateAt(snapshot, entry), read(looks)]);
    return { time, state, found };
  };
  const [early, counted] = await Promise.all([kept ?? look(), countNow(counts, counting)]);
  const isSettled = early.state.marks === counted.state.marks;
  const looked = isSettled || !kept ? early : await look();
  const isUnwritten = counted.isOfOnePrimary && looked.state.marks === counted.state.marks;
  if (isUnwritten && canSettle && looked !== kept) keepSettled(settled, entry.collection, { looks, ...looked });
  return { ...looked.found, ...(isUnwritten ? counted.results : await read(counts)) };
}

/** Whether nothing but the records of one collection tells what a read finds. */
const isOnlyOf = (read: Read, collection: string): boolean =>
  read.collection === collection && !(read.kind === 'aggregate' && read.from?.length);

async function stateAt(snapshot: Required<Snapshot>, entry: CollectionEntry): Promise<CounterState> {
  return stateOf(await readInSnapshot<CounterDocument>(snapshot, findCounters(entry)));
}

/** The counts of what there is by now, and the state of the write counters after the last of them. */
async function countNow(
  counts: readonly CountRead[],
  { snapshot, entry, primary, run }: Counting,
): Promise<{ state: CounterState; results: ReadResults; isOfOnePrimary: boolean }> {
  let newest = snapshot.time;
  const first = primary();
  const level = first === undefined ? 'majority' : 'local';
  // After a change of the primary the new one may lag behind what the old one answered.
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
