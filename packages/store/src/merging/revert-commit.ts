import type { ObjectId } from 'mongodb';
import { idsInRange, netChanges, rangeOfCommit } from '../commits/changes-in-range.ts';
import { getCommit } from '../commits/commit-branch.ts';
import type { CommitDocument } from '../commits/commits.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import { findInSnapshot, type Finder } from '../database/finder.ts';
import { openSnapshot } from '../database/snapshot.ts';
import { newId, type Store } from '../database/store.ts';
import { collectionMap } from '../collections/collections.ts';
import { readLineage } from '../history/lineages.ts';
import { lastRevision, readVersions, versionOn, versionsOf } from '../history/versions.ts';
import { readChosenValues } from './chosen-values.ts';
import { countOutcomes } from './merged-records.ts';
import { writePlan } from './merge-branch.ts';
import { decideWith, type Decisions } from './merging.ts';
import { combine, isDefinitionType, type Decide, type Outcome } from './outcomes.ts';
import { isSameContent } from './parts.ts';
import { conflictsLeft, type MergePlan } from './plan-merge.ts';
import { inBatches, whileBranchChanges } from './write-merge.ts';

export interface RevertOptions extends Decisions {
  id: string;
  message: string;
  by: string;
  maxInTransaction?: number;
}

/**
 * Takes back what a commit changed, as a new commit. What was changed again since is a conflict: `into` keeps it, `from`
 * takes it back as well. Returns null if nothing is left to take back.
 * @throws Problem `not_found`, `merge_conflict`.
 */
export async function revertCommit(
  store: Store,
  branch: Branch,
  options: RevertOptions,
): Promise<CommitDocument | null> {
  return whileBranchChanges(() => revertOnce(store, branch, options));
}

async function revertOnce(
  store: Store,
  branch: Branch,
  { id, message, by, maxInTransaction, ...decisions }: RevertOptions,
): Promise<CommitDocument | null> {
  const reverted = await getCommit(store, branch, id);
  const decide = decideWith(decisions, await readChosenValues(store, [branch], decisions.decisions));
  const plan = await planRevert(store, branch, { reverted, decide });
  if (plan.conflictCount > 0) throw conflictsLeft(plan, branch.name, `the commit "${reverted.message}"`);
  if (plan.types.length === 0) return null;
  const commit = {
    ...{ _id: newId(), branchId: branch.id, kind: 'revert' as const, message, by, at: new Date() },
    reverts: reverted._id,
  };
  return writePlan(store, plan, {
    branch,
    commit,
    begin: () => Promise.resolve(),
    maxChanges: maxInTransaction,
    find: (type, ids, at) => findReverts(store, branch, { reverted, type, ids, at, decide }),
  });
}

async function planRevert(
  store: Store,
  branch: Branch,
  { reverted, decide }: { reverted: CommitDocument; decide: Decide },
): Promise<MergePlan> {
  const plan: MergePlan = { types: [], conflicts: [], conflictCount: 0, sizeBytes: 0 };
  const find = findInSnapshot(await openSnapshot(store, branch.workspaceId));
  for (const type of Object.keys(reverted.counts)) {
    const range = rangeOfCommit(reverted);
    const ids = await idsInRange(store, branch, { range, type, after: undefined, limit: Number.MAX_SAFE_INTEGER });
    const entry = await collectionMap(store, branch.workspaceId).findOne({ branchId: branch.id, type });
    const at = { find, collection: entry?.collection };
    const outcomes: Outcome[] = [];
    for (const some of inBatches(ids)) {
      outcomes.push(...(await findReverts(store, branch, { reverted, type, ids: some, at, decide })));
    }
    const open = outcomes.filter(({ conflicts }) => conflicts.length > 0);
    plan.conflictCount += open.length;
    plan.conflicts.push(...open.slice(0, 200).map((outcome) => ({ ...outcome, type })));
    if (outcomes.length === 0) continue;
    const counts = countOutcomes(outcomes.map(({ kind }) => kind));
    plan.types.push({ type, ids: outcomes.map((one) => one.id), count: outcomes.length, counts });
  }
  return plan;
}

interface Reverting {
  reverted: CommitDocument;
  type: string;
  ids: readonly ObjectId[];
  at: { find: Finder; collection: string | undefined };
  decide: Decide;
}

/** What taking a commit back does with records: a three-way merge with the state after the commit as the base. */
async function findReverts(
  store: Store,
  branch: Branch,
  { reverted, type, ids, at, decide }: Reverting,
): Promise<Outcome[]> {
  const range = rangeOfCommit(reverted);
  const nets = await netChanges(store, branch, { range, type, ids });
  // One after the other: they may be read in a transaction.
  const lineage = await readLineage(at.find, branch.id);
  const versions = await readVersions(at.find, type, ids);
  const filter = { _id: { $in: ids } };
  const records = at.collection === undefined ? [] : await at.find<RecordDocument>(at.collection, { filter });
  const now = new Map(records.map((record) => [record._id.toHexString(), record]));
  const isDefinition = isDefinitionType(type);
  const outcomes: Outcome[] = [];
  for (const { id, before, after } of nets) {
    const here = now.get(id.toHexString()) ?? null;
    if (isSameContent(here, before, isDefinition) || isSameContent(before, after, isDefinition)) continue;
    const known = versionsOf(versions, id);
    // A record that comes back continues the version that was deleted.
    const deleted = here ? null : await versionOn(at.find, lineage, { document: null, versions: known, type });
    const parents = deleted === null ? [] : [deleted];
    const outcome = { id, into: here, from: before, parents, lastRevision: lastRevision(known) };
    const isUnchanged = isSameContent(here, after, isDefinition);
    const side: Decide = isUnchanged ? () => 'from' : decide;
    const combined = combine({ type, id, base: after, here, there: before }, side);
    if (combined.kind !== 'join' || combined.conflicts.length > 0) outcomes.push({ ...outcome, ...combined });
  }
  return outcomes;
}
