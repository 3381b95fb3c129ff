import { Problem } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import { findInSession } from '../database/finder.ts';
import { newId, type Store } from '../database/store.ts';
import { inTransaction } from '../database/transaction.ts';
import { holdBranch } from '../collections/collections.ts';
import { readState, type State } from '../history/states.ts';
import { countChanges } from './changes-in-range.ts';
import { commits, type ChangeCounts, type CommitDocument } from './commits.ts';

/** What was changed on a branch since its last commit, without merges and reverts, which are commits of their own. */
export interface Uncommitted {
  range: { after: State; upTo: State };
  counts: Record<string, ChangeCounts>;
}

export async function readUncommitted(store: Store, branch: Branch): Promise<Uncommitted> {
  const range = await readUncommittedRange(store, branch);
  return { range, counts: await countChanges(store, branch, range) };
}

export async function readUncommittedRange(
  store: Store,
  branch: Pick<Branch, 'workspaceId' | 'id'>,
): Promise<Uncommitted['range']> {
  return inTransaction(store, async (session) => {
    const upTo = await readState(findInSession(store, branch.workspaceId, session), branch.id);
    const last = await commits(store, branch.workspaceId).findOne(
      { branchId: branch.id, kind: 'commit' },
      { sort: { _id: -1 }, session },
    );
    return { after: last?.range?.upTo ?? {}, upTo };
  });
}

/**
 * Commits everything that was changed on a branch since its last commit. The commit names a range of the change log; it
 * copies nothing.
 * @throws Problem `invalid_input` if nothing was changed.
 */
export async function commitBranch(
  store: Store,
  branch: Branch,
  { message, by }: { message: string; by: string },
): Promise<CommitDocument> {
  const { range, counts } = await readUncommitted(store, branch);
  if (Object.keys(counts).length === 0) {
    throw new Problem('invalid_input', `Nothing was changed on "${branch.name}" since its last commit.`);
  }
  const commit: CommitDocument = {
    ...{ _id: newId(), branchId: branch.id, kind: 'commit', message, by, at: new Date(), counts, range },
  };
  await inTransaction(store, async (session) => {
    await holdBranch(store, branch, session);
    const last = await commits(store, branch.workspaceId).findOne(
      { branchId: branch.id, kind: 'commit' },
      { sort: { _id: -1 }, session },
    );
    if (JSON.stringify(last?.range?.upTo ?? {}) !== JSON.stringify(range.after)) {
      throw new Problem('revision_conflict', `Somebody else committed on "${branch.name}" just now: look at it again.`);
    }
    await commits(store, branch.workspaceId).insertOne(commit, { session });
  });
  return commit;
}

/**
 * The commits of a branch, newest first.
 * @throws Problem `invalid_input` if `before` is not the id of a commit.
 */
export async function listCommits(
  store: Store,
  branch: Branch,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<CommitDocument[]> {
  if (before !== undefined && !/^[0-9a-f]{24}$/.test(before)) {
    throw new Problem(
      'invalid_input',
      `"${before.slice(0, 100)}" is not a cursor of this list: start without a cursor.`,
    );
  }
  const older = before === undefined ? {} : { _id: { $lt: before } };
  return commits(store, branch.workspaceId)
    .find({ branchId: branch.id, ...older })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray();
}

/** @throws Problem `not_found` */
export async function getCommit(store: Store, branch: Branch, id: string): Promise<CommitDocument> {
  const found = await commits(store, branch.workspaceId).findOne({ _id: id, branchId: branch.id });
  if (found) return found;
  throw new Problem('not_found', `The branch "${branch.name}" has no commit "${id.slice(0, 100)}".`);
}
