import type { ObjectId } from 'mongodb';
import { Problem } from '@tallyhook/schemas';
import { BSON } from 'mongodb';
import { typeDefinitions } from '../collections/hidden-types.ts';
import type { ChangeCounts } from '../commits/commits.ts';
import type { Branch } from '../database/branches.ts';
import { countOutcomes } from './merged-records.ts';
import { mergeTypes } from './merged-types.ts';
import { idsToMerge, type Merge } from './merging.ts';
import { findOutcomes, type Decide, type Outcome } from './outcomes.ts';
import { inBatches } from './write-merge.ts';

/** A record with parts to decide. */
export interface OpenConflict extends Outcome {
  type: string;
}

/** What a merge would do, by type. */
export interface MergePlan {
  types: { type: string; ids: ObjectId[]; count: number; counts: ChangeCounts }[];
  /** The records with conflicts that nobody decided, up to the limit. */
  conflicts: OpenConflict[];
  /** How many there are. */
  conflictCount: number;
  sizeBytes: number;
}

/** How many conflicts a plan keeps. */
export const maxConflictsShown = 200;

/**
 * Looks through everything that a merge would do.
 * @throws Problem `invalid_input` if the merged types do not fit.
 */
export async function planMerge(
  merge: Merge,
  { decide, onProgress, signal }: { decide: Decide; onProgress?: (looked: number) => void; signal?: AbortSignal },
): Promise<MergePlan> {
  const plan: MergePlan = { types: [], conflicts: [], conflictCount: 0, sizeBytes: 0 };
  let looked = 0;
  for (const type of merge.types) {
    const ids = await idsToMerge(merge, type);
    const kinds: Outcome['kind'][] = [];
    const needed: ObjectId[] = [];
    for (const some of inBatches(ids)) {
      signal?.throwIfAborted();
      const outcomes = await findOutcomes(sidesOf(merge, type), { type, ids: some, decide });
      if (type === typeDefinitions.name) checkMergedTypes(merge.into.branch, outcomes);
      for (const outcome of outcomes) {
        needed.push(outcome.id);
        kinds.push(outcome.kind);
        if (outcome.fields) plan.sizeBytes += BSON.calculateObjectSize(outcome.fields);
        if (outcome.conflicts.length === 0) continue;
        plan.conflictCount += 1;
        if (plan.conflicts.length < maxConflictsShown) plan.conflicts.push({ ...outcome, type });
      }
      looked += some.length;
      onProgress?.(looked);
    }
    if (needed.length > 0) plan.types.push({ type, ids: needed, count: needed.length, counts: countOutcomes(kinds) });
  }
  return plan;
}

/** Where the records of a type are read on both sides. */
export function sidesOf({ into, from }: Merge, type: string) {
  return {
    into: { find: into.find, lineage: into.lineage, collection: into.collections.get(type) },
    from: { find: from.find, lineage: from.lineage, collection: from.collections.get(type) },
  };
}

/** Types with undecided conflicts have the definition of the branch, so they are checked as well. */
function checkMergedTypes(branch: Branch, outcomes: readonly Outcome[]): void {
  mergeTypes(branch.types, outcomes, branch);
}

/** The refusal of a merge that somebody has to decide about. */
export function conflictsLeft({ conflictCount, conflicts }: MergePlan, into: string, from: string): Problem {
  const many = conflictCount === 1 ? '1 record was' : `${conflictCount} records were`;
  const detail = `${many} changed on both "${into}" and "${from}": decide which values stay, then merge.`;
  const members = {
    conflicts: conflictCount,
    first: conflicts.slice(0, 20).map(({ type, id }) => ({ type, id: id.toHexString() })),
  };
  return new Problem('merge_conflict', detail, { members });
}
