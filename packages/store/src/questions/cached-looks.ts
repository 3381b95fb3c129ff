import type { Read, ReadResult, ReadResults } from '@tallyhook/query';
import { BSON, type Timestamp } from 'mongodb';
import type { CounterState } from '../collections/write-counter.ts';

/** The results of looks into a collection at a moment, with the state of its write counters. */
export interface LookResults {
  time: Timestamp;
  state: CounterState;
  found: ReadResults;
}

interface CachedResults extends Pick<LookResults, 'time' | 'state'> {
  /** By the content of the read. */
  results: Map<string, ReadResult>;
}

/**
 * Cached results of looks, with the state of the write counters. They stay valid while the counters are unchanged.
 * Keyed by collection name; names are never reused.
 */
export type CachedLooks = Map<string, CachedResults>;

const maxCollections = 1_000;
const maxResults = 50;

/** Finds the cached results of all these looks; undefined if one is missing, or if they are from after `time`. */
export function findCachedLooks(
  cached: CachedLooks,
  collection: string,
  { looks, time }: { looks: readonly Read[]; time: Timestamp },
): LookResults | undefined {
  const kept = cached.get(collection);
  if (!kept || kept.time.greaterThan(time)) return undefined;
  const found: ReadResults = {};
  for (const look of looks) {
    const result = kept.results.get(nameOf(look));
    if (!result) return undefined;
    found[look.id] = result;
  }
  return { time: kept.time, state: kept.state, found };
}

/** Caches the results of looks, together with earlier results from the same state. */
export function cacheLooks(
  cached: CachedLooks,
  collection: string,
  { looks, time, state, found }: LookResults & { looks: readonly Read[] },
): void {
  const kept = cached.get(collection);
  const isSame = kept?.state.marks === state.marks && kept.results.size + looks.length <= maxResults;
  if (cached.size >= maxCollections && !kept) cached.clear();
  const results = isSame ? kept.results : new Map<string, ReadResult>();
  for (const look of looks) {
    const result = found[look.id];
    if (result) results.set(nameOf(look), result);
  }
  cached.set(collection, { time: isSame && kept.time.lessThan(time) ? kept.time : time, state, results });
}

/** The content of a read: equal names give equal results in a collection at the same moment. */
function nameOf(look: Read): string {
  return BSON.EJSON.stringify({ ...look, id: '' });
}
