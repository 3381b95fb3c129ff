import { ObjectId } from 'mongodb';
import { Problem, type ProblemDetail } from '@tallyhook/schemas';
import { idsInRange, netChanges, rangeOfCommit, type CommitRange } from '../commits/changes-in-range.ts';
import { getCommit, readUncommitted } from '../commits/commit-branch.ts';
import type { ChangeCounts } from '../commits/commits.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';
import type { OpenConflict } from './conflict-list.ts';
import {
  changedParts,
  conflictPart,
  labelOf,
  typeNamed,
  type ChangedPart,
  type ConflictPart,
} from './describe-merge.ts';
import { decideWith, idsToMerge, openMerge, type Merge } from './merging.ts';
import { findOutcomes } from './outcomes.ts';
import { authorsOfParts } from './part-authors.ts';
import { changedCounts, mergeTypeDefinitions, planMerge, sidesOf } from './plan-merge.ts';
import type { TypeEffect } from './type-effects.ts';
import { fitTypes, idsToFit, joinIds } from './type-fits.ts';

/** A record with parts that both sides changed. */
export interface MergeConflict {
  type: string;
  id: string;
  label: string;
  parts: ConflictPart[];
}

export interface MergePreview {
  /** By type; only types in which something would change. */
  counts: Record<string, ChangeCounts>;
  /** How many records are in conflict; a page of them is listed. */
  conflictCount: number;
  conflicts: MergeConflict[];
  /** Requests the next page of conflicts; absent on the last one. */
  nextCursor?: string;
  /** What happens to records because their types are merged; only types for which something does. */
  types: TypeEffect[];
  /** Why the merged records do not fit the merged types; empty if they do. */
  refusals: ProblemDetail[];
}

/** What a merge would do, without changing anything. */
export async function previewMerge(
  store: Store,
  { into, from, cursor, signal }: { into: Branch; from: Branch; cursor?: string | undefined; signal?: AbortSignal },
): Promise<MergePreview> {
  return withProblems(async () => {
    const merge = await openMerge(store, { into, from });
    const plan = await planMerge(merge, { decide: decideWith({}), cursor, ...(signal && { signal }) });
    const { conflicts, ...more } = plan.conflicts.page();
    return {
      counts: changedCounts(plan),
      conflictCount: plan.conflicts.count,
      types: plan.effects,
      refusals: plan.refusals,
      conflicts: await describeConflicts(merge, conflicts),
      ...more,
    };
  });
}

/** How many records are looked up together. */
const atOnce = 20;

async function describeConflicts(merge: Merge, conflicts: readonly OpenConflict[]): Promise<MergeConflict[]> {
  const described: MergeConflict[] = [];
  for (let start = 0; start < conflicts.length; start += atOnce) {
    const some = conflicts.slice(start, start + atOnce);
    described.push(...(await Promise.all(some.map((conflict) => describeConflict(merge, conflict)))));
  }
  return described;
}

async function describeConflict(
  { into, from }: Merge,
  { type, id, into: here, from: there, conflicts }: OpenConflict,
): Promise<MergeConflict> {
  const known = typeNamed(into.branch, type) ?? typeNamed(from.branch, type);
  const wanted = { type, id, parts: conflicts.map(({ name }) => name) };
  const [intoBy, fromBy] = await Promise.all([
    authorsOfParts(into, { ...wanted, document: here }),
    authorsOfParts(from, { ...wanted, document: there }),
  ]);
  const parts = conflicts.map((conflict) => ({
    ...conflictPart(known, conflict),
    ...(intoBy.has(conflict.name) && { intoBy: intoBy.get(conflict.name)! }),
    ...(fromBy.has(conflict.name) && { fromBy: fromBy.get(conflict.name)! }),
  }));
  return { type, id: id.toHexString(), label: labelOf(known, here, there), parts };
}

/** One record that differs. */
export interface Difference {
  type: string;
  id: string;
  kind: 'create' | 'update' | 'delete';
  label: string;
  parts: ChangedPart[];
}

export interface DifferencePage {
  differences: Difference[];
  /** Requests the next page; absent on the last one. */
  nextCursor?: string;
}

export interface PageOptions {
  type: string;
  limit: number;
  cursor?: string | undefined;
}

/** Lists what a merge would change in one type besides the conflicts, in the order of the ids. */
export async function listMergeDifferences(
  store: Store,
  { into, from }: { into: Branch; from: Branch },
  { type, limit, cursor }: PageOptions,
): Promise<DifferencePage> {
  return withProblems(async () => {
    checkCursor(cursor);
    const merge = await openMerge(store, { into, from });
    const known = typeNamed(merge.from.branch, type) ?? typeNamed(merge.into.branch, type);
    const decide = () => undefined;
    const fit = (await fitTypes(merge, await mergeTypeDefinitions(merge, decide))).get(type);
    const sides = sidesOf(merge, { type, fit });
    const ids = joinIds(await idsToMerge(merge, type), await idsToFit(fit, sides.into));
    const all = ids.map((id) => ({ id, hex: id.toHexString() }));
    const left = all.filter(({ hex }) => cursor === undefined || hex > cursor).sort((a, b) => (a.hex < b.hex ? -1 : 1));
    const differences: Difference[] = [];
    for (let start = 0; start < left.length; start += limit) {
      const some = left.slice(start, start + limit).map(({ id }) => id);
      for (const outcome of await findOutcomes(sides, { type, ids: some, decide })) {
        if (outcome.kind === 'join') continue;
        differences.push(
          describe(type, known, { ...outcome, before: outcome.into, after: outcome.fields as RecordDocument | null }),
        );
        if (differences.length === limit) return pageTo(differences, limit);
      }
    }
    return { differences };
  });
}

const pageTo = (differences: Difference[], limit: number): DifferencePage => ({
  differences,
  ...(differences.length === limit && { nextCursor: differences.at(-1)!.id }),
});

function describe(
  type: string,
  known: ReturnType<typeof typeNamed>,
  { id, before, after }: { id: { toHexString(): string }; before: RecordDocument | null; after: RecordDocument | null },
): Difference {
  const kind = before === null ? 'create' : after === null ? 'delete' : 'update';
  const parts = changedParts(known, type, { before, after });
  return { type, id: id.toHexString(), kind, label: labelOf(known, after, before), parts };
}

/** Lists what a commit changed in one type; what was changed since the last commit if `id` is absent. */
export async function listCommitDifferences(
  store: Store,
  branch: Branch,
  { id, ...page }: PageOptions & { id?: string | undefined },
): Promise<DifferencePage> {
  return withProblems(async () => {
    const range =
      id === undefined
        ? (await readUncommitted(store, branch)).range
        : rangeOfCommit(await getCommit(store, branch, id));
    return listRange(store, branch, range, page);
  });
}

async function listRange(
  store: Store,
  branch: Branch,
  range: CommitRange,
  { type, limit, cursor }: PageOptions,
): Promise<DifferencePage> {
  const known = typeNamed(branch, type);
  const differences: Difference[] = [];
  let after = checkCursor(cursor);
  for (;;) {
    const ids = await idsInRange(store, branch, { range, type, after, limit });
    for (const net of await netChanges(store, branch, { range, type, ids })) {
      if (net.before === null && net.after === null) continue;
      const difference = describe(type, known, net);
      if (difference.parts.length > 0 || difference.kind !== 'update') differences.push(difference);
      if (differences.length === limit) return pageTo(differences, limit);
    }
    if (ids.length < limit) return { differences };
    after = ids.at(-1);
  }
}

function checkCursor(cursor: string | undefined): ObjectId | undefined {
  if (cursor === undefined) return undefined;
  if (/^[0-9a-f]{24}$/.test(cursor)) return new ObjectId(cursor);
  throw new Problem('invalid_request', 'The cursor is not from this list: start without a cursor.');
}
