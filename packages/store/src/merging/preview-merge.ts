import { ObjectId } from 'mongodb';
import { nearest, Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import { netChanges } from '../commits/changes-in-range.ts';
import { idsInRange } from '../commits/ids-in-range.ts';
import { rangeOfCommit, typesOfRange, type CommitRange } from '../commits/open-range.ts';
import { getCommit, readUncommitted } from '../commits/commit-branch.ts';
import type { ChangeCounts } from '../commits/commits.ts';
import { hiddenTypes } from '../collections/hidden-types.ts';
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
import { readMergeValues } from './chosen-values.ts';
import { decideWith, idsToMerge, openMerge, type Decisions, type Merge } from './merging.ts';
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

/** What a merge would do with the decisions taken so far. */
export type DecidedMerge = Pick<MergePreview, 'counts' | 'types' | 'refusals'> & {
  /** How many records still have a conflict without a decision. */
  conflictCount: number;
};

/**
 * The same for a merge of which some conflicts are decided: a decision about a type may change or lose records that a
 * preview without it leaves as they are.
 * @throws Problem `invalid_input` for a value that does not fit.
 */
export async function previewDecided(
  store: Store,
  { into, from, signal, ...decisions }: { into: Branch; from: Branch; signal?: AbortSignal } & Decisions,
): Promise<DecidedMerge> {
  return withProblems(async () => {
    const merge = await openMerge(store, { into, from });
    const decide = decideWith(decisions, await readMergeValues(store, merge, decisions.decisions));
    const plan = await planMerge(merge, { decide, ...(signal && { signal }) });
    return {
      counts: changedCounts(plan),
      conflictCount: plan.conflicts.count,
      types: plan.effects,
      refusals: plan.refusals,
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

/** How many types a refusal names. */
const maxTypesNamed = 30;

export interface PageOptions {
  type: string;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Lists what a merge would change in one type with the decisions taken, besides the conflicts that are open, in the order
 * of the ids.
 */
export async function listMergeDifferences(
  store: Store,
  { into, from, ...decisions }: { into: Branch; from: Branch } & Decisions,
  { type, limit, cursor }: PageOptions,
): Promise<DifferencePage> {
  return withProblems(async () => {
    checkCursor(cursor);
    const merge = await openMerge(store, { into, from });
    const known = typeNamed(merge.from.branch, type) ?? typeNamed(merge.into.branch, type);
    if (!known) refuseUnknown(type, [...merge.into.branch.types, ...merge.from.branch.types], merge.types);
    const decide = decideWith(decisions, await readMergeValues(store, merge, decisions.decisions));
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
  if (!known) refuseUnknown(type, branch.types, await typesOfRange(store, branch, range));
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

/** A type that the branches no longer have may have differences; one without any is a mistake. */
function refuseUnknown(type: string, existing: readonly RecordType[], changed: readonly string[]): void {
  if (changed.includes(type)) return;
  const names = [...new Set([...existing, ...hiddenTypes].map(({ name }) => name))];
  const near = nearest(type, names);
  const shown = names.slice(0, maxTypesNamed).map((name) => `"${name}"`);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw new Problem('not_found', `There is no record type "${type}" here, only ${shown.join(', ')}${more}.${hint}`);
}

function checkCursor(cursor: string | undefined): ObjectId | undefined {
  if (cursor === undefined) return undefined;
  if (/^[0-9a-f]{24}$/.test(cursor)) return new ObjectId(cursor);
  throw new Problem('invalid_request', 'The cursor is not from this list: start without a cursor.');
}
