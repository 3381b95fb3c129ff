import { Problem, type RecordType } from '@tallyhook/schemas';
import type { ObjectId } from 'mongodb';
import { typeInRecord, typeRecordId } from '../apps/type-records.ts';
import { netChanges } from '../commits/changes-in-range.ts';
import { idsInRange } from '../commits/ids-in-range.ts';
import { rangeOfCommit, requireKept, typesOfRange } from '../commits/open-range.ts';
import { getCommit } from '../commits/commit-branch.ts';
import type { CommitDocument } from '../commits/commits.ts';
import type { CollectionEntry } from '../collections/collections.ts';
import { typeDefinitions } from '../collections/hidden-types.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch, BranchDocument } from '../database/branches.ts';
import { findInSnapshot, type Finder } from '../database/finder.ts';
import { openSnapshot } from '../database/snapshot.ts';
import { newId, type Store } from '../database/store.ts';
import { readLineage } from '../history/lineages.ts';
import { readPastChanges } from '../history/past-changes.ts';
import { lastOf, lastRevision, readVersions, versionsOf, versionsOn } from '../history/versions.ts';
import { readChosenValues } from './chosen-values.ts';
import { unchanged, type Fits } from './fits.ts';
import { writePlan } from './merge-branch.ts';
import { revertApps } from './merged-apps.ts';
import { mergeTypes } from './merged-types.ts';
import { decideWith, type Decisions } from './merging.ts';
import { combine, fitted, type Decide, type Outcome } from './outcomes.ts';
import { isDefinitionType, isSameContent } from './parts.ts';
import { newPlan, planRecords, refusePlan, typesToPlan, type MergePlan, type PlanOptions } from './plan-merge.ts';
import { fitEach, idsToFit, joinIds, type TypeFits } from './type-fits.ts';
import { whileBranchChanges } from './write-merge.ts';

export interface RevertOptions extends Decisions {
  id: string;
  message: string;
  by: string;
  /** Whether values that do not fit the types as they were may be lost, and records whose type was not there. */
  acceptLoss?: boolean;
  signal?: AbortSignal;
  /** Called with the number of records looked at. */
  onProgress?: (looked: number) => void;
  /** The most changes that one transaction writes; for tests. */
  maxInTransaction?: number;
}

/**
 * Takes back what a commit changed, as a new commit. What was changed again since is a conflict: `into` keeps it, `from`
 * takes it back as well. Returns null if nothing is left to take back.
 * @throws Problem `not_found`, `merge_conflict`, `invalid_input` if records do not fit, `would_lose`.
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
  { id, message, by, maxInTransaction, acceptLoss = false, ...options }: RevertOptions,
): Promise<CommitDocument | null> {
  const reverted = await getCommit(store, branch, id);
  const decide = decideWith(options, await readChosenValues(store, [branch], options.decisions));
  const { plan, now } = await planRevert(store, branch, { ...options, reverted, decide });
  const conflict = (records: string) =>
    `${records} changed again on "${branch.name}" since the commit "${reverted.message}": decide which values stay, then revert it.`;
  refusePlan(plan, { conflict, acceptLoss });
  if (plan.types.length === 0) return null;
  const commit = {
    ...{ _id: newId(), branchId: branch.id, kind: 'revert' as const, message, by, at: new Date() },
    reverts: reverted._id,
  };
  return writePlan(store, plan, {
    branch: now,
    commit,
    acceptLoss,
    begin: () => Promise.resolve(),
    finish: (session) => revertApps(store, branch, reverted, session),
    maxChanges: maxInTransaction,
    find: (type, ids, at) =>
      findReverts(store, branch, { reverted, type, ids, at, decide, fits: plan.fits.get(type)?.fits }),
  });
}

/** A revert that was looked through. */
export interface PlannedRevert {
  plan: MergePlan;
  /** The branch at that moment, and how it is read then. */
  now: Branch;
  find: Finder;
}

/** Looks through everything that taking back a commit would do. */
export async function planRevert(
  store: Store,
  branch: Branch,
  { reverted, ...options }: { reverted: CommitDocument } & PlanOptions,
): Promise<PlannedRevert> {
  const { workspaceId, id: branchId } = branch;
  const find = findInSnapshot(await openSnapshot(store, workspaceId));
  const now = await branchAt(find, branch);
  const entries = await find<CollectionEntry>('collections', { filter: { branchId } });
  const collections = new Map(entries.map(({ type, collection }) => [type, collection]));
  const { decide } = options;
  const looking = { plan: newPlan(options), options, looked: { count: 0 } };
  const { plan } = looking;
  const range = rangeOfCommit(reverted);
  const lookAt = async (type: string) => {
    await requireKept(store, branch, { range, type });
    const at = { find, collection: collections.get(type) };
    const fit = plan.fits.get(type);
    const ids = joinIds(await idsOfCommit(store, branch, { reverted, type }), await idsToFit(fit, at));
    const findSome = (some: ObjectId[]) =>
      findReverts(store, branch, { reverted, type, ids: some, at, decide, fits: fit?.fits });
    await planRecords(looking, { type, ids, fit, at, find: findSome });
  };
  const types = await typesOfRange(store, branch, range);
  if (types.includes(typeDefinitions.name)) await lookAt(typeDefinitions.name);
  plan.fits = await fitReverted(store, now, { reverted, types, decide, find, collections });
  for (const type of typesToPlan(types, plan.fits)) await lookAt(type);
  return { plan, now, find };
}

/** The branch at the snapshot, with its types. */
async function branchAt(find: Finder, branch: Branch): Promise<Branch> {
  const [document] = await find<BranchDocument>('branches', { filter: { _id: branch.id } });
  if (!document) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  return { ...branch, types: document.types };
}

async function idsOfCommit(
  store: Store,
  branch: Branch,
  { reverted, type }: { reverted: CommitDocument; type: string },
): Promise<ObjectId[]> {
  const range = rangeOfCommit(reverted);
  return idsInRange(store, branch, { range, type, after: undefined, limit: Number.MAX_SAFE_INTEGER });
}

/** How records fit the types without those that the commit changed: as they were before it, after it, and now. */
async function fitReverted(
  store: Store,
  now: Branch,
  {
    reverted,
    types,
    decide,
    find,
    collections,
  }: Pick<Reverting, 'reverted' | 'decide'> & {
    /** With entries in the commit. */
    types: readonly string[];
    find: Finder;
    collections: Map<string, string>;
  },
): Promise<TypeFits> {
  const { name: type } = typeDefinitions;
  const ids = await idsOfCommit(store, now, { reverted, type });
  const at = { find, collection: collections.get(type) };
  const outcomes = await findReverts(store, now, { reverted, type, ids, at, decide, fits: undefined });
  const nets = await netChanges(store, now, { range: rangeOfCommit(reverted), type, ids });
  const typesOf = (side: 'before' | 'after') => nets.flatMap((net) => (net[side] ? [typeInRecord(net[side])] : []));
  const changed = new Set([...typesOf('before'), ...typesOf('after')].map(({ name }) => name));
  const others = now.types.filter(({ name }) => !changed.has(name));
  const then: RecordType[] = [];
  for (const one of others) {
    const isConcerned = types.includes(one.name);
    then.push(isConcerned ? await typeAt(find, now, { now: one, at: reverted.at }) : one);
  }
  const sides = { from: [...then, ...typesOf('before')], base: [...then, ...typesOf('after')] };
  return fitEach({ into: now.types, ...sides, merged: mergeTypes(now.types, outcomes) }, now);
}

/** A type of the branch as it was at a time. */
async function typeAt(find: Finder, { id }: Branch, { now, at }: { now: RecordType; at: Date }): Promise<RecordType> {
  const record = { type: typeDefinitions.name, id: typeRecordId(now.name) };
  const past = await readPastChanges(find, id, record);
  const then = past.find((change) => change.at <= at)?.after ?? past.at(-1)?.before;
  return then ? typeInRecord(then) : now;
}

interface Reverting {
  reverted: CommitDocument;
  type: string;
  ids: readonly ObjectId[];
  at: { find: Finder; collection: string | undefined };
  decide: Decide;
  fits: Fits | undefined;
}

/** What taking a commit back does with records: a three-way merge with the state after the commit as the base. */
async function findReverts(
  store: Store,
  branch: Branch,
  { reverted, type, ids, at, decide, fits = unchanged }: Reverting,
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
    const known = versionsOf(versions, id);
    const outcome = { id, into: here, from: before, lastRevision: lastRevision(known), conflicts: [] };
    if (isSameContent(before, after, isDefinition)) {
      const fitHere = here && fits.into(here);
      if (fitHere === here) continue;
      outcomes.push({ ...outcome, from: null, parents: [], isFitted: true, ...fitted(here, fitHere) });
      continue;
    }
    if (isSameContent(here, before && fits.from(before), isDefinition)) continue;
    // A record that comes back continues the version that was deleted.
    const parents = here ? [] : lastOf(known, versionsOn({ lineage }, { document: null, versions: known, type }));
    const isUnchanged = isSameContent(here, after, isDefinition);
    const side: Decide = isUnchanged ? () => 'from' : decide;
    const combined = combine(
      { type, id, base: { document: after, unclear: new Set() }, here, there: before, fits },
      side,
    );
    if (combined.kind === 'join' && combined.conflicts.length === 0) continue;
    outcomes.push({ ...outcome, ...(!isUnchanged && { base: after }), parents, ...combined });
  }
  return outcomes;
}
