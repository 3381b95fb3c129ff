import type { ClientSession } from 'mongodb';
import { withChangeNumber } from '../changes/change-log.ts';
import type { CommitDocument } from '../commits/commits.ts';
import { Problem } from '@tallyhook/schemas';
import { describeTaken, takenValue } from '../collections/unique-indexes.ts';
import type { Branch } from '../database/branches.ts';
import { findInSession } from '../database/finder.ts';
import { newId, type Store } from '../database/store.ts';
import { inTransaction } from '../database/transaction.ts';
import { withoutUnfitIndexes } from '../field-indexes/without-unfit-indexes.ts';
import { knowsAfterMerge, putLineage, readLineage } from '../history/lineages.ts';
import { decideWith, openMerge, type Decisions, type Merge } from './merging.ts';
import { readMergeValues } from './chosen-values.ts';
import { mergeApps } from './merged-apps.ts';
import { findOutcomes } from './outcomes.ts';
import { planMerge, refusePlan, sidesOf, type MergePlan } from './plan-merge.ts';
import type { TypeFits } from './type-fits.ts';
import { ChangedMeanwhile, whileBranchChanges, type PlannedWrite } from './write-merge.ts';
import { writeLargeMerge } from './write-large-merge.ts';
import { writeSmallMerge } from './write-small-merge.ts';

export interface MergeOptions extends Decisions {
  into: Branch;
  from: Branch;
  message: string;
  by: string;
  /** Whether values that do not fit the merged types may be lost, and records whose type is gone. */
  acceptLoss?: boolean;
  signal?: AbortSignal;
  /** Called with the number of records looked at. */
  onProgress?: (looked: number) => void;
  /** The most changes that one transaction writes; for tests. */
  maxInTransaction?: number;
}

/** The most changes that one transaction writes. */
const maxInTransaction = 10_000;
const maxBytesInTransaction = 32 * 1024 * 1024;

/**
 * Merges one branch into another: everything, or nothing. Nothing needs to be committed before. Returns the commit; null
 * if the branch had everything already.
 * @throws Problem `merge_conflict` if conflicts are left to decide, `invalid_input` if the types do not fit each other or
 * the records, `would_lose` if values would be lost and that was not accepted.
 */
export async function mergeBranch(store: Store, options: MergeOptions): Promise<CommitDocument | null> {
  return whileBranchChanges(() => mergeOnce(store, options));
}

async function mergeOnce(store: Store, options: MergeOptions): Promise<CommitDocument | null> {
  const { into, from, message, by, acceptLoss = false } = options;
  const merge = await openMerge(store, { into, from });
  const decide = decideWith(options, await readMergeValues(store, merge, options.decisions));
  const plan = await planMerge(merge, { decide, ...options });
  const conflict = (records: string) =>
    `${records} changed on both "${into.name}" and "${from.name}": decide which values stay, then merge.`;
  refusePlan(plan, { conflict, acceptLoss });
  const begin = (session: ClientSession) => rememberMerge(store, merge, session);
  if (plan.types.length === 0) {
    if (merge.types.length > 0) await inTransaction(store, begin);
    return null;
  }
  const commit = {
    ...{ _id: newId(), branchId: into.id, kind: 'merge' as const, message, by, at: new Date() },
    from: { branchId: from.id, name: from.name },
  };
  return writePlan(store, plan, {
    branch: merge.into.branch,
    commit,
    acceptLoss,
    begin,
    finish: (session) => mergeApps(store, { into, from }, session),
    maxChanges: options.maxInTransaction,
    find: (type, ids, at) => {
      const sides = sidesOf(merge, { type, fit: plan.fits.get(type) });
      return findOutcomes({ ...sides, into: { ...sides.into, ...at } }, { type, ids, decide });
    },
  });
}

/** Writes what was planned, in one transaction if it is small enough. */
export async function writePlan(
  store: Store,
  { types, sizeBytes, fits }: Pick<MergePlan, 'types' | 'sizeBytes' | 'fits'>,
  {
    maxChanges = maxInTransaction,
    ...given
  }: Omit<PlannedWrite, 'types' | 'fits'> & { maxChanges?: number | undefined },
): Promise<CommitDocument> {
  const count = types.reduce((sum, one) => sum + one.count, 0);
  const planned = { ...given, fits };
  const isSmall = count <= maxChanges && sizeBytes <= maxBytesInTransaction && types.every(({ isBeside }) => !isBeside);
  const write = isSmall ? writeSmallMerge : writeLargeMerge;
  const writeAll = () =>
    withChangeNumber(
      store,
      planned.branch.workspaceId,
      (last) => {
        const numbered = types.map((one, index) => ({ ...one, number: last - types.length + 1 + index }));
        return write(store, { ...planned, types: numbered });
      },
      types.length,
    );
  return withUniques(planned, withFitIndexes(store, planned, writeAll));
}

/** The work after dropping the indexes that the merged types cannot have. */
function withFitIndexes<Result>(
  store: Store,
  { branch, fits }: Pick<PlannedWrite, 'branch' | 'fits'>,
  work: () => Promise<Result>,
): () => Promise<Result> {
  const changed = [...fits.values()].flatMap(({ into, merged, plans }) =>
    into && merged && plans.into?.works.length ? [{ before: into, after: merged }] : [],
  );
  return changed.reduce((next, type) => () => withoutUnfitIndexes(store, branch, type, next), work);
}

/** A value that must be unique may be on both branches. */
async function withUniques<Result>({ fits }: { fits: TypeFits }, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    for (const { merged: type } of fits.values()) {
      if (type === undefined) continue;
      const taken = takenValue(error, type);
      if (taken === undefined) continue;
      const mistake = describeTaken(taken);
      throw new Problem('invalid_record', `Records of the type "${type.name}" do not fit together: ${mistake.detail}`, {
        errors: [mistake],
        cause: error,
      });
    }
    throw error;
  }
}

/** Remembers what the branch contains now; of two merges at the same time, the second one starts over. */
async function rememberMerge(store: Store, { into, from }: Merge, session: ClientSession): Promise<void> {
  const { workspaceId, id } = into.branch;
  const now = await readLineage(findInSession(store, workspaceId, session), id);
  if (now.merges !== into.lineage.merges) throw new ChangedMeanwhile();
  const knows = knowsAfterMerge(into.lineage, from.lineage, from.state);
  await putLineage(store, workspaceId, { ...into.lineage, knows, merges: now.merges + 1 }, session);
}
