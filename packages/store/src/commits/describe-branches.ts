import { changes } from '../changes/change-log.ts';
import { counters } from '../collections/write-counter.ts';
import { listBranches, type BranchSummary } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { commits } from './commits.ts';

/** Who changed a branch, and when last. */
export interface BranchAuthor {
  by: string;
  at: string;
}

/** A branch with what goes on there. */
export interface BranchDetails extends BranchSummary {
  lastChange: BranchAuthor | null;
  /** Who changed it lately, the last one first. */
  authors: BranchAuthor[];
  /** How many entries the change log has since the last commit. */
  uncommitted: number;
}

const maxLookedAt = 300;

/** Lists the branches of a workspace with what goes on there. */
export async function describeBranches(store: Store, workspaceId: string): Promise<BranchDetails[]> {
  const branches = await listBranches(store, workspaceId);
  return Promise.all(
    branches.map(async (branch): Promise<BranchDetails> => {
      const [authors, uncommitted] = await Promise.all([
        lastAuthors(store, workspaceId, branch.id),
        countUncommitted(store, workspaceId, branch.id),
      ]);
      return { ...branch, lastChange: authors[0] ?? null, authors, uncommitted };
    }),
  );
}

async function lastAuthors(store: Store, workspaceId: string, branchId: string): Promise<BranchAuthor[]> {
  const found = await changes(store, workspaceId)
    .find({ branchId }, { projection: { by: 1, at: 1 } })
    .sort({ branchId: 1, number: -1 })
    .limit(maxLookedAt)
    .toArray();
  const last = new Map<string, Date>();
  for (const { by, at } of found) if ((last.get(by) ?? new Date(0)) < at) last.set(by, at);
  return [...last]
    .toSorted(([, one], [, other]) => other.getTime() - one.getTime())
    .map(([by, at]) => ({ by, at: at.toISOString() }));
}

/** The entries since the last commit; those of merges and reverts are commits of their own. */
async function countUncommitted(store: Store, workspaceId: string, branchId: string): Promise<number> {
  const last = await commits(store, workspaceId).findOne({ branchId, kind: 'commit' }, { sort: { _id: -1 } });
  const [now] = await counters(store, workspaceId)
    .aggregate<{ value: number }>([
      { $match: { _id: { $gt: `${branchId}/`, $lt: `${branchId}0` } } },
      { $group: { _id: null, value: { $sum: '$value' } } },
    ])
    .toArray();
  const committed = Object.values(last?.range?.upTo ?? {}).flat();
  const since = (now?.value ?? 0) - committed.reduce((sum, tick) => sum + tick, 0);
  const later = await commits(store, workspaceId)
    .find({ branchId, kind: { $ne: 'commit' }, ...(last && { _id: { $gt: last._id } }) })
    .toArray();
  return Math.max(0, since - later.reduce((sum, { numbers = [] }) => sum + numbers.length, 0));
}
