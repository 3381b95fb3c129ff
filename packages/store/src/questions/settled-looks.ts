import type { Read, ReadResult, ReadResults } from '@tallyhook/query';
import { BSON, type Timestamp } from 'mongodb';
import type { CounterState } from '../collections/write-counter.ts';

/** What looks into a collection found at a moment, and how its write counters stood. */
export interface Looked {
  time: Timestamp;
  state: CounterState;
  found: ReadResults;
}

interface Settled extends Pick<Looked, 'time' | 'state'> {
  /** By what was looked for. */
  results: Map<string, ReadResult>;
}

/**
 * What looks found in collections, with the state of their write counters: whoever finds them in the same state later
 * need not look again. By the names of the collections, of which none is used twice.
 */
export type SettledLooks = Map<string, Settled>;

const mostCollections = 1_000;
const mostResults = 50;

/** What is kept for all of these looks; undefined where one is missing, or where they were made after `time`. */
export function findSettled(
  settled: SettledLooks,
  collection: string,
  { looks, time }: { looks: readonly Read[]; time: Timestamp },
): Looked | undefined {
  const kept = settled.get(collection);
  if (!kept || kept.time.greaterThan(time)) return undefined;
  const found: ReadResults = {};
  for (const look of looks) {
    const result = kept.results.get(nameOf(look));
    if (!result) return undefined;
    found[look.id] = result;
  }
  return { time: kept.time, state: kept.state, found };
}

/** Keeps what looks found, beside what others found in the same state. */
export function keepSettled(
  settled: SettledLooks,
  collection: string,
  { looks, time, state, found }: Looked & { looks: readonly Read[] },
): void {
  const kept = settled.get(collection);
  const isSame = kept?.state.marks === state.marks && kept.results.size + looks.length <= mostResults;
  if (settled.size >= mostCollections && !kept) settled.clear();
  const results = isSame ? kept.results : new Map<string, ReadResult>();
  for (const look of looks) {
    const result = found[look.id];
    if (result) results.set(nameOf(look), result);
  }
  settled.set(collection, { time: isSame && kept.time.lessThan(time) ? kept.time : time, state, results });
}

/** What a read asks for: two of the same name find the same in a collection at the same moment. */
function nameOf(look: Read): string {
  return BSON.EJSON.stringify({ ...look, id: '' });
}
