import type { Moment } from '../collections/collection-facts.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import { findInSnapshot } from '../database/finder.ts';
import { batchesInSnapshot, readInSnapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { entriesIn, idsOfEntries } from '../history/changed-ids.ts';
import { snapshotAt, type FeedState } from './feed-state.ts';

/** A record with the requested fields. */
export type FedRecord = Pick<RecordDocument, '_id'> & Partial<RecordDocument>;

export interface FedType {
  type: string;
  collection: string;
  fields: readonly string[];
}

const batchSize = 4_096;

/** All records of a type at a moment, in batches. */
export function readFedRecords(
  store: Store,
  branch: Branch,
  { collection, fields }: FedType,
  moment: Moment,
): AsyncGenerator<FedRecord[]> {
  const command = { find: collection, projection: projectionOf(fields), batchSize };
  return batchesInSnapshot<FedRecord>(snapshotAt(store, branch, moment), command);
}

/** The records that changed between two states: those that are there at the later moment, and the ids of all. */
export interface FedChanges {
  ids: string[];
  records: FedRecord[];
}

/**
 * Reads what changed between two states of a type, at the moment of the later one; undefined if more than `max` records
 * did, or the records moved to another collection.
 */
export async function readFedChanges(
  store: Store,
  branch: Branch,
  { type, collection, fields }: FedType,
  { after, upTo, moment, max }: { after: FeedState; upTo: FeedState; moment: Moment; max: number },
): Promise<FedChanges | undefined> {
  if (after.collection !== upTo.collection) return undefined;
  const snapshot = snapshotAt(store, branch, moment);
  const changes = upTo.slots.reduce((sum, slot, index) => sum + slot - after.slots[index]!, 0);
  if (changes > max) return undefined;
  const range = { branchId: branch.id, after: { [type]: after.slots }, upTo: { [type]: upTo.slots } };
  const finder = findInSnapshot(snapshot);
  const entries = await entriesIn(finder, range, type);
  // An entry about many records says how many.
  if (entries.reduce((sum, { count = 1 }) => sum + count, 0) > max) return undefined;
  const found = await idsOfEntries(finder, entries, collection);
  if (found.length > max) return undefined;
  const ids = found.map((id) => id.toHexString());
  const find = { find: collection, filter: { _id: { $in: found } } };
  return { ids, records: await readInSnapshot<FedRecord>(snapshot, { ...find, projection: projectionOf(fields) }) };
}

const projectionOf = (fields: readonly string[]) => Object.fromEntries(['_id', ...fields].map((name) => [name, 1]));
