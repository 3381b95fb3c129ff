import { ObjectId } from 'mongodb';
import { branches, type Branch, type BranchDocument } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { changes, entryOf, type RecordChange, type RecordChangeDocument } from './change-log.ts';

export interface HistoryOptions {
  type: string;
  id: string;
  /** Only changes with a lower number. */
  before?: number;
  limit: number;
}

const maxForks = 20;

/**
 * Reads the changes of one record, the newest first. On a branch that was copied from another one, it goes on with what
 * happened there before the copy.
 */
export async function readRecordHistory(
  store: Store,
  branch: Branch,
  { type, id, before = Number.MAX_SAFE_INTEGER, limit }: HistoryOptions,
): Promise<RecordChange[]> {
  const found: RecordChange[] = [];
  const record = new ObjectId(id);
  let on: string | undefined = branch.id;
  let upTo: readonly number[] | undefined;
  for (let forks = 0; on !== undefined && forks < maxForks && found.length < limit; forks += 1) {
    const filter = { branchId: on, id: record, type, number: { $lt: before } };
    const entries = changes(store, branch.workspaceId).find(filter).sort({ number: -1 });
    for await (const entry of entries) {
      if (found.length === limit) break;
      if (isWithin(entry as RecordChangeDocument, upTo)) found.push(entryOf(branch, entry) as RecordChange);
    }
    const fork: BranchDocument['fork'] = (await branches(store, branch.workspaceId).findOne({ _id: on }))?.fork;
    on = fork?.branchId;
    upTo = fork?.slots[type] ?? [];
  }
  return found;
}

/** Whether a change of the branch copied from was made before the copy. */
function isWithin({ slot, tick }: RecordChangeDocument, upTo: readonly number[] | undefined): boolean {
  return upTo === undefined || tick <= (upTo[slot] ?? 0);
}
