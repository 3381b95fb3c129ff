import { ObjectId } from 'mongodb';
import type { Moment } from '../collections/collection-facts.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import { findInSnapshot } from '../database/finder.ts';
import { batchesInSnapshot, readInSnapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { changedIds } from '../history/changed-ids.ts';
import { rangeFilter } from '../history/states.ts';
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
  const many = { $or: rangeFilter(range, type)!.$or, kind: { $in: ['import', 'merge', 'bulk'] } };
  const counts = await readInSnapshot<{ count: number }>(snapshot, {
    find: 'changes',
    filter: many,
    projection: { count: 1 },
  });
  if (counts.reduce((sum, { count }) => sum + count, changes) > max) return undefined;
  const found = await changedIds(findInSnapshot(snapshot), { ranges: [range], type, collection });
  const ids = found.map((id) => id.toHexString());
  if (ids.length > max) return undefined;
  const find = { find: collection, filter: { _id: { $in: found.map((id) => new ObjectId(id)) } } };
  return { ids, records: await readInSnapshot<FedRecord>(snapshot, { ...find, projection: projectionOf(fields) }) };
}

const projectionOf = (fields: readonly string[]) => Object.fromEntries(['_id', ...fields].map((name) => [name, 1]));
