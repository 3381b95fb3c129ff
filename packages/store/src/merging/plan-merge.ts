import { Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import { BSON, type ObjectId } from 'mongodb';
import { typeDefinitions } from '../collections/hidden-types.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { ChangeCounts } from '../commits/commits.ts';
import type { Finder } from '../database/finder.ts';
import { changesRecords, changesUnique, type TypeFit } from './fits.ts';
import { describeLostOptions } from '../types/survey-records.ts';
import { createConflictList, type ConflictList } from './conflict-list.ts';
import { createMergedCheck } from './merged-checks.ts';
import { countOutcomes } from './merged-records.ts';
import { mergeTypes } from './merged-types.ts';
import { idsToMerge, type Merge } from './merging.ts';
import { findOutcomes, type Decide, type Outcome } from './outcomes.ts';
import { createEffectCollector, lossOf, type TypeEffect } from './type-effects.ts';
import { fitTypes, idsToFit, joinIds, type TypeFits } from './type-fits.ts';
import { inBatches } from './write-merge.ts';

/** What a merge would do with one type. */
export interface PlannedType {
  type: string;
  ids: ObjectId[];
  count: number;
  counts: ChangeCounts;
  /** Whether its records are built beside those in use, because they need other unique indexes. */
  isBeside: boolean;
}

/** What a merge would do, by type. */
export interface MergePlan {
  types: PlannedType[];
  fits: TypeFits;
  /** What happens to records because their types are merged; only types for which something does. */
  effects: TypeEffect[];
  /** Why the merged records do not fit the merged types; empty if they do. */
  refusals: ProblemDetail[];
  /** The records with conflicts that nobody decided. */
  conflicts: ConflictList;
  sizeBytes: number;
}

export interface PlanOptions {
  decide: Decide;
  onProgress?: (looked: number) => void;
  signal?: AbortSignal;
  /** Where the page of conflicts starts. */
  cursor?: string | undefined;
}

/**
 * Looks through everything that a merge would do.
 * @throws Problem `invalid_input` if the merged types do not fit.
 */
export async function planMerge(merge: Merge, options: PlanOptions): Promise<MergePlan> {
  const plan = newPlan(options);
  const looking = { plan, options, looked: { count: 0 } };
  if (merge.types.includes(typeDefinitions.name)) {
    const types = await mergeTypeDefinitions(merge, options.decide);
    await planType(merge, typeDefinitions.name, looking);
    plan.fits = await fitTypes(merge, types);
  } else plan.fits = await fitTypes(merge, merge.into.branch.types);
  for (const type of typesToPlan(merge.types, plan.fits)) await planType(merge, type, looking);
  return plan;
}

export const newPlan = ({ cursor }: Pick<PlanOptions, 'cursor'>): MergePlan => ({
  ...{ types: [], fits: new Map(), effects: [], refusals: [] },
  ...{ conflicts: createConflictList(cursor), sizeBytes: 0 },
});

/** The types with something to merge, and those whose records change with them; the definitions of types come first. */
export function typesToPlan(types: readonly string[], fits: TypeFits): string[] {
  const fitted = [...fits].filter(([, fit]) => changesRecords(fit) || changesUnique(fit) || isStricter(fit));
  const all = new Set([...types, ...fitted.map(([name]) => name)]);
  return [...all].filter((type) => type !== typeDefinitions.name);
}

const isStricter = ({ plans: { into } }: TypeFit) => (into?.required.length ?? 0) > 0;

/** The types of the branch with those of the merge. */
export async function mergeTypeDefinitions(merge: Merge, decide: Decide): Promise<RecordType[]> {
  const { name: type } = typeDefinitions;
  const ids = await idsToMerge(merge, type);
  const outcomes = await findOutcomes(sidesOf(merge, { type }), { type, ids, decide });
  // Types with undecided conflicts have the definition of the branch, so they are checked as well.
  return mergeTypes(merge.into.branch.types, outcomes);
}

interface Looking {
  plan: MergePlan;
  options: PlanOptions;
  looked: { count: number };
}

async function planType(merge: Merge, type: string, looking: Looking): Promise<void> {
  const fit = looking.plan.fits.get(type);
  const sides = sidesOf(merge, { type, fit });
  const ids = joinIds(await idsToMerge(merge, type), await idsToFit(fit, sides.into));
  const { decide } = looking.options;
  const leftOut = fit?.merged === undefined && fit?.into === undefined && fit?.from !== undefined;
  await planRecords(looking, {
    type,
    ids,
    fit,
    at: sides.into,
    find: (some) => findOutcomes(sides, { type, ids: some, decide }),
  });
  if (!leftOut) return;
  const collector = createEffectCollector(type, fit);
  const collection = sides.from.collection;
  for (const some of collection === undefined ? [] : inBatches(ids)) {
    const filter = { _id: { $in: some } };
    for (const record of await sides.from.find<RecordDocument>(collection!, { filter })) collector.leaveOut(record);
  }
  addEffect(looking.plan, collector.found());
}

interface LookedThrough {
  type: string;
  ids: readonly ObjectId[];
  fit: TypeFit | undefined;
  at: { find: Finder; collection: string | undefined };
  find: (ids: ObjectId[]) => Promise<Outcome[]>;
}

/** Looks through records of one type. */
export async function planRecords(
  { plan, options: { onProgress, signal }, looked }: Looking,
  { type, ids, fit, at, find }: LookedThrough,
): Promise<void> {
  const kinds: Outcome['kind'][] = [];
  const needed: ObjectId[] = [];
  const effects = createEffectCollector(type, fit);
  const check = createMergedCheck(fit);
  for (const some of inBatches(ids)) {
    signal?.throwIfAborted();
    for (const outcome of await find(some)) {
      needed.push(outcome.id);
      kinds.push(outcome.kind);
      effects.note(outcome);
      check.note(outcome);
      if (outcome.fields) plan.sizeBytes += BSON.calculateObjectSize(outcome.fields);
      if (outcome.conflicts.length > 0) plan.conflicts.note({ ...outcome, type });
    }
    looked.count += some.length;
    onProgress?.(looked.count);
  }
  addEffect(plan, effects.found());
  plan.refusals.push(...(await check.refusals(at)));
  const isBeside = fit !== undefined && changesUnique(fit) && (at.collection !== undefined || needed.length > 0);
  const isFitted = fit !== undefined && at.collection !== undefined && changesRecords(fit);
  if (needed.length === 0 && !isBeside && !isFitted) return;
  plan.types.push({ type, ids: needed, count: needed.length, counts: countOutcomes(kinds), isBeside });
}

function addEffect(plan: MergePlan, effect: TypeEffect): void {
  if (effect.removed > 0 || effect.fields.length > 0) plan.effects.push(effect);
}

/** What changes, by type; only types in which something does. */
export function changedCounts({ types }: Pick<MergePlan, 'types'>): Record<string, ChangeCounts> {
  const changed = types.filter(({ counts }) => counts.created + counts.updated + counts.deleted > 0);
  return Object.fromEntries(changed.map(({ type, counts }) => [type, counts]));
}

/** Where the records of a type are read on both sides. */
export function sidesOf({ into, from }: Merge, { type, fit }: { type: string; fit?: TypeFit | undefined }) {
  return {
    into: { find: into.find, lineage: into.lineage, collection: into.collections.get(type) },
    from: { find: from.find, lineage: from.lineage, state: from.state, collection: from.collections.get(type) },
    fits: fit?.fits,
  };
}

/**
 * Refuses what must not be written; `conflict` says why records are in conflict and what to do.
 * @throws Problem `merge_conflict`, `invalid_input` if records do not fit the merged types, `would_lose`.
 */
export function refusePlan(
  plan: MergePlan,
  { conflict, acceptLoss }: { conflict: (records: string) => string; acceptLoss: boolean },
): void {
  if (plan.conflicts.count > 0) throw conflictsLeft(plan, conflict);
  if (plan.refusals.length > 0) {
    const detail = `The merged records do not fit their types: ${plan.refusals[0]!.detail}`;
    throw new Problem('invalid_input', detail, { errors: plan.refusals });
  }
  const lost = lossOf(plan.effects);
  if (lost === 0 || acceptLoss) return;
  const parts = plan.effects.flatMap(({ type, removed, fields }) => [
    ...(removed > 0 ? [`${removed} records of "${type}", whose type is gone`] : []),
    ...fields
      .filter((field) => field.lost > 0)
      .map(({ label, lost: values, options }) => {
        return describeLostOptions(`${label} in "${type}"`, options) ?? `${values} of ${label} in "${type}"`;
      }),
  ]);
  const detail = `The types differ, and what does not fit would be lost (${parts.join(', ')}): look at the preview, then repeat it with "acceptLoss": true.`;
  throw new Problem('would_lose', detail, { members: { lost } });
}

/** The refusal of a merge that somebody has to decide about. */
function conflictsLeft({ conflicts: { count, page } }: MergePlan, describe: (records: string) => string): Problem {
  const detail = describe(count === 1 ? '1 record was' : `${count} records were`);
  const members = {
    conflicts: count,
    first: page()
      .conflicts.slice(0, 20)
      .map(({ type, id }) => ({ type, id: id.toHexString() })),
  };
  return new Problem('merge_conflict', detail, { members });
}
