import { ObjectId } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { findInSnapshot } from '../database/finder.ts';
import { openSnapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { readPastChanges } from '../history/past-changes.ts';
import { entryOf, type RecordChange, type RecordChangeDocument } from '../changes/change-log.ts';

export interface HistoryOptions {
  type: string;
  id: string;
  /** Only changes before the one with this number. */
  before?: number | undefined;
  limit: number;
}

/**
 * Reads the changes of one record, the newest first. On a branch that was copied from another one, it goes on with what
 * happened there before the copy.
 */
export async function readRecordHistory(
  store: Store,
  branch: Branch,
  { type, id, before, limit }: HistoryOptions,
): Promise<RecordChange[]> {
  const find = findInSnapshot(await openSnapshot(store, branch.workspaceId));
  const past = await readPastChanges(find, branch.id, { type, id: new ObjectId(id) });
  const from = before === undefined ? 0 : past.findIndex(({ number }) => number === before) + 1;
  return past.slice(from, from + limit).map((change) => {
    const entry = { ...change, _id: new ObjectId(), branchId: branch.id, type, id: new ObjectId(id) };
    return entryOf(branch, entry satisfies RecordChangeDocument) as RecordChange;
  });
}
