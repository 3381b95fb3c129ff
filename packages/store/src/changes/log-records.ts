import { ObjectId, type ClientSession } from 'mongodb';
import type { RecordDocument } from '../collections/record-document.ts';
import { raiseCounter } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { changes, type RecordChangeDocument } from './change-log.ts';

/** A record before and after one of many changes; its `after` carries the number of the change. */
export interface LoggedChange {
  /** Null if it was created. */
  before: RecordDocument | null;
  /** Null if it was deleted. */
  after: RecordDocument | null;
  number: number;
  /** The versions that it continues, if `before` does not tell. */
  parents?: number[];
}

/** Adds one entry for each of many changed records, in the transaction that changes them. */
export async function logRecords(
  store: Store,
  branch: Branch,
  { type, by, at, imported }: { type: string; by: string; at: Date; imported?: true },
  { changed, session }: { changed: readonly LoggedChange[]; session: ClientSession },
): Promise<void> {
  if (changed.length === 0) return;
  const records = changed.reduce((sum, { before, after }) => sum + (after ? 1 : 0) - (before ? 1 : 0), 0);
  const { slot, tick } = await raiseCounter(store, branch, type, { session, records, changes: changed.length });
  const entries = changed.map(({ before, after, number, parents }, index): RecordChangeDocument => ({
    ...{ _id: new ObjectId(), branchId: branch.id, kind: kindOf(before, after), number, type, by, at },
    ...{ id: (before ?? after)!._id, before, after, slot, tick: tick - changed.length + 1 + index },
    ...(imported && { imported }),
    ...(parents && { parents }),
  }));
  await changes(store, branch.workspaceId).insertMany(entries, { session });
}

/** What happened to a record. */
export function kindOf(before: RecordDocument | null, after: RecordDocument | null): RecordChangeDocument['kind'] {
  if (after === null) return 'delete';
  return before === null ? 'create' : 'update';
}
