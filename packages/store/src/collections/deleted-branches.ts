import type { Collection } from 'mongodb';
import type { BranchDocument } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import type { CollectionEntry } from './collections.ts';
import type { CounterDocument } from './write-counter.ts';

/** A deleted branch, with all that is needed to bring it back. */
export interface DeletedBranchDocument {
  _id: string;
  branch: BranchDocument;
  deletedAt: Date;
  deletedBy: string;
  /** Until then it can be restored. */
  keptUntil: Date;
  entries: CollectionEntry[];
  counters: CounterDocument[];
  /** The workflows that stay on older versions of connectors. Absent if it was deleted before this was kept. */
  kept?: { connector: string; workflowId: string; version: string }[];
}

export const deletedBranches = (store: Store, workspaceId: string): Collection<DeletedBranchDocument> =>
  store.workspaceDb(workspaceId).collection('deleted_branches');
