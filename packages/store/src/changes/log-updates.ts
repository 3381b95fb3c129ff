import { ObjectId, type ClientSession } from 'mongodb';
import type { RecordDocument } from '../collections/record-document.ts';
import { raiseCounter } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { changes, type RecordChangeDocument } from './change-log.ts';

/** A record before and after one of many changes; its `after` carries the number of the change. */
export interface LoggedChange {
  before: RecordDocument;
  /** Null if it was deleted. */
  after: RecordDocument | null;
  number: number;
}

/** Adds one entry for each of many changed records, in the transaction that changes them. */
export async function logRecords(
  store: Store,
  branch: Branch,
  { type, by, at, imported }: { type: string; by: string; at: Date; imported?: true },
  { changed, session }: { changed: readonly LoggedChange[]; session: ClientSession },
): Promise<void> {
  if (changed.length === 0) return;
  const records = -changed.filter(({ after }) => after === null).length;
  const { slot, tick } = await raiseCounter(store, branch, type, { session, records, changes: changed.length });
  const entries = changed.map(({ before, after, number }, index): RecordChangeDocument => ({
    ...{ _id: new ObjectId(), branchId: branch.id, kind: after === null ? 'delete' : 'update', number, type, by, at },
    ...{ id: before._id, before, after, slot, tick: tick - changed.length + 1 + index },
    ...(imported && { imported }),
  }));
  await changes(store, branch.workspaceId).insertMany(entries, { session });
}
