import type { CountRead, ReadResults } from '@tallyhook/schemas';
import type { Document, Timestamp } from 'mongodb';
import type { CollectionEntry } from './collections.ts';
import { mapLimited } from './map-limited.ts';
import { toDriver } from './read-values.ts';
import { readInSnapshot, type Snapshot } from './snapshot.ts';
import { findCounters, isUnwritten, recordsOf, type CounterDocument } from './write-counter.ts';

const countsAtOnce = 8;

export interface Counting {
  snapshot: Required<Snapshot>;
  /** Where the records stand in the map. */
  entry: CollectionEntry;
  /** Runs a command within what is left of the time. */
  run(command: Document): Promise<Document>;
}

/**
 * Counts by the `count` command, which is quicker than an aggregation but knows no snapshots: it counts what there is by
 * now. So afterwards the write counter must stand as it did at the moment of the snapshot. Every write raises it in the
 * transaction that makes it visible, an import as well; so nothing was written in between, and what was counted is what
 * there was at the moment. Otherwise gives undefined.
 */
export async function countUnlessWritten(
  reads: readonly CountRead[],
  { snapshot, entry, run }: Counting,
): Promise<ReadResults | undefined> {
  let newest = snapshot.time;
  // After a change of the primary the new one may lag behind what the old one answered.
  const runLater = async (command: Document, since: Timestamp): Promise<Document> => {
    const reply = await run({ ...command, readConcern: { level: 'majority', afterClusterTime: since } });
    const at = reply.operationTime as Timestamp | undefined;
    if (at?.greaterThan(newest)) newest = at;
    return reply;
  };
  const counters = readInSnapshot<CounterDocument>(snapshot, findCounters(entry));
  const countOne = async ({ id, match, hint, collection }: CountRead) => {
    const query = toDriver(match);
    if (Object.keys(query).length === 0) return [id, recordsOf(await counters)] as const;
    const reply = await runLater({ count: collection, query, ...(hint && { hint }) }, snapshot.time);
    return [id, reply.n as number] as const;
  };
  const [before, counted] = await Promise.all([counters, mapLimited(reads, countsAtOnce, countOne)]);
  const { cursor } = await runLater({ ...findCounters(entry), singleBatch: true }, newest);
  if (!isUnwritten(before, (cursor as { firstBatch: CounterDocument[] }).firstBatch)) return undefined;
  return Object.fromEntries(counted.map(([id, count]) => [id, { kind: 'count', count }]));
}
