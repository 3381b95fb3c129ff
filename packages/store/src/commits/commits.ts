import type { Collection } from 'mongodb';
import type { BranchDocument } from '../database/branches.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import type { State } from '../history/states.ts';

/** How many records of a type changed. */
export interface ChangeCounts {
  created: number;
  updated: number;
  deleted: number;
}

export interface CommitDocument {
  _id: string;
  branchId: string;
  /** `commit` names what was changed on the branch itself since the commit before; a merge or revert, its own changes. */
  kind: 'commit' | 'merge' | 'revert';
  message: string;
  by: string;
  at: Date;
  /** By type; only types with changes. */
  counts: Record<string, ChangeCounts>;
  /** The part of the change log that a `commit` names, without entries of merges and reverts. */
  range?: { after: State; upTo: State };
  /** The numbers of the entries of a merge or revert. */
  numbers?: number[];
  /** The branch that was merged. */
  from?: { branchId: string; name: string };
  /** The commit that was reverted. */
  reverts?: string;
  /** Its workflows are to be published on the branch; absent once they are. */
  publishes?: true;
  /** How a merge or revert changed the list of apps; absent if it did not. */
  apps?: Record<'before' | 'after', NonNullable<BranchDocument['apps']>>;
}

export const commitIndexes: CollectionIndexes = {
  collection: 'commits',
  indexes: [
    { key: { branchId: 1, _id: -1 } },
    { key: { reverts: 1 }, sparse: true },
    { key: { publishes: 1 }, sparse: true },
  ],
};

export const commits = (store: Store, workspaceId: string): Collection<CommitDocument> =>
  store.workspaceDb(workspaceId).collection(commitIndexes.collection);
