import { changes } from '../changes/change-log.ts';
import { listBranches, type BranchSummary } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { countUncommitted } from './count-uncommitted.ts';

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
  /** How many records and definitions changed since the last commit. */
  uncommitted: number;
  /** There are even more. */
  isMoreUncommitted?: true;
}

const maxLookedAt = 300;

/** Lists the branches of a workspace with what goes on there. */
export async function describeBranches(store: Store, workspaceId: string): Promise<BranchDetails[]> {
  const branches = await listBranches(store, workspaceId);
  return Promise.all(
    branches.map(async (branch): Promise<BranchDetails> => {
      const [authors, { count: uncommitted, isMore }] = await Promise.all([
        lastAuthors(store, workspaceId, branch.id),
        countUncommitted(store, { workspaceId, id: branch.id }),
      ]);
      const more = isMore && { isMoreUncommitted: true as const };
      return { ...branch, lastChange: authors[0] ?? null, authors, uncommitted, ...more };
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
