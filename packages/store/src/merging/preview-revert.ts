import type { ProblemDetail } from '@tallyhook/schemas';
import { getCommit } from '../commits/commit-branch.ts';
import type { ChangeCounts } from '../commits/commits.ts';
import type { Branch } from '../database/branches.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';
import type { OpenConflict } from './conflict-list.ts';
import { conflictPart, labelOf, typeNamed } from './describe-merge.ts';
import { decideWith } from './merging.ts';
import { authorsOfParts } from './part-authors.ts';
import { changedCounts } from './plan-merge.ts';
import type { MergeConflict } from './preview-merge.ts';
import { planRevert, type PlannedRevert } from './revert-commit.ts';
import type { TypeEffect } from './type-effects.ts';

export interface RevertPreview {
  /** By type; only types in which something would change. */
  counts: Record<string, ChangeCounts>;
  /** How many records were changed again since. */
  conflictCount: number;
  /** A page of them: `base` is the value after the commit, `into` the one now, and `from` the one before the commit. */
  conflicts: MergeConflict[];
  /** Requests the next page of conflicts; absent on the last one. */
  nextCursor?: string;
  types: TypeEffect[];
  refusals: ProblemDetail[];
}

/**
 * What taking back a commit would do, without changing anything.
 * @throws Problem `not_found`
 */
export async function previewRevert(
  store: Store,
  branch: Branch,
  { id, cursor }: { id: string; cursor?: string | undefined },
): Promise<RevertPreview> {
  return withProblems(async () => {
    const reverted = await getCommit(store, branch, id);
    const planned = await planRevert(store, branch, { reverted, decide: decideWith({}), cursor });
    const { plan } = planned;
    const { conflicts, ...more } = plan.conflicts.page();
    const described: MergeConflict[] = [];
    for (const conflict of conflicts) described.push(await describeConflict(planned, conflict));
    return {
      counts: changedCounts(plan),
      conflictCount: plan.conflicts.count,
      conflicts: described,
      ...more,
      types: plan.effects,
      refusals: plan.refusals,
    };
  });
}

async function describeConflict(
  { now: branch, find }: PlannedRevert,
  { type, id, into, from, conflicts }: OpenConflict,
): Promise<MergeConflict> {
  const known = typeNamed(branch, type);
  const wanted = { type, id, document: into, parts: conflicts.map(({ name }) => name) };
  const authors = await authorsOfParts({ branch, find }, wanted);
  const parts = conflicts.map((conflict) => {
    const intoBy = authors.get(conflict.name);
    return { ...conflictPart(known, conflict), ...(intoBy && { intoBy }) };
  });
  return { type, id: id.toHexString(), label: labelOf(known, into, from), parts };
}
