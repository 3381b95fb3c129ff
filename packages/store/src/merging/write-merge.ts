import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@tallyhook/schemas';
import type { ClientSession, Collection, Filter, ObjectId } from 'mongodb';
import { addChange } from '../changes/change-log.ts';
import { mergedChanges } from '../changes/merged-changes.ts';
import { addSigns } from '../collections/add-signs.ts';
import { findCollection } from '../collections/collections.ts';
import { definitionTypes, typeDefinitions } from '../collections/hidden-types.ts';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import { raiseCounter } from '../collections/write-counter.ts';
import { commits, type ChangeCounts, type CommitDocument } from '../commits/commits.ts';
import { branches, type Branch } from '../database/branches.ts';
import { findInSession, type Finder } from '../database/finder.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';
import { MovedMeanwhile } from '../moving/move-records.ts';
import { isUnique, type TypeFit } from './fits.ts';
import type { ChangedApps } from './merged-apps.ts';
import { addedBy, countOutcomes, writesOf } from './merged-records.ts';
import { saveTypes } from './merged-types.ts';
import type { Outcome } from './outcomes.ts';
import type { PlannedType } from './plan-merge.ts';
import { createEffectCollector, lossOf } from './type-effects.ts';
import { idsToFit, joinIds, type TypeFits } from './type-fits.ts';

/** How a merge or revert finds what to do with records of a type, reading the branch with `find`. */
export type FindOutcomes = (
  type: string,
  ids: readonly ObjectId[],
  at: { find: Finder; collection: string | undefined },
) => Promise<Outcome[]>;

/** A merge or revert that was looked through and has no open conflicts. */
export interface PlannedWrite {
  /** The branch, with its types as they were when it was looked through. */
  branch: Branch;
  /** The types in which something changes, each with the ids to look at and the number of its log entry. */
  types: (Omit<PlannedType, 'counts'> & { number: number })[];
  fits: TypeFits;
  /** Whether records and values may be lost that do not fit the merged types. */
  acceptLoss: boolean;
  find: FindOutcomes;
  commit: Omit<CommitDocument, 'counts' | 'numbers'>;
  /** Runs first in the transaction: checks that nothing else was merged meanwhile, and remembers the merge. */
  begin: (session: ClientSession) => Promise<void>;
  /** Runs last in the transaction; returns what the commit says besides. */
  finish?: (session: ClientSession) => Promise<ChangedApps>;
}

/** Thrown if the branch changed so that the merge has to be looked through again. */
export class ChangedMeanwhile extends Error {}

const maxTries = 5;

/** Looks through a merge or revert and writes it, again if the branch changed in between. */
export async function whileBranchChanges<Result>(work: () => Promise<Result>): Promise<Result> {
  return withProblems(async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        const isChanged = error instanceof ChangedMeanwhile || error instanceof MovedMeanwhile;
        if (!isChanged || tries === maxTries) throw error;
      }
    }
  });
}

/** How many records are looked at together. */
const atOnce = 500;

export function* inBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce);
}

/** Begins the transaction. The types must be those that were looked at: a change of a type conflicts with the rest. */
export async function beginWrite(store: Store, { branch, begin }: PlannedWrite, session: ClientSession): Promise<void> {
  await begin(session);
  const document = await branches(store, branch.workspaceId).findOne({ _id: branch.id }, { session });
  if (!document) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  if (!isDeepStrictEqual(document.types, branch.types)) throw new ChangedMeanwhile();
}

/** What a type changed in the transaction; its number is used if it has rows in the log. */
export interface WrittenType {
  type: string;
  number: number;
  counts: ChangeCounts;
  rows: number;
}

/** Writes the outcomes of one type in a transaction and logs them. Returns what changed. */
export async function writeType(
  store: Store,
  planned: PlannedWrite,
  { type, ids, number }: PlannedWrite['types'][number],
  session: ClientSession,
): Promise<WrittenType> {
  const { branch, commit, fits } = planned;
  const { workspaceId } = branch;
  const entry = await findCollection(store, branch, type, session);
  if (!entry) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  const at = { find: findInSession(store, workspaceId, session), collection: entry.collection };
  const outcomes: Outcome[] = [];
  // Somebody may have added records that have to fit as well.
  for (const some of inBatches(joinIds(ids, await idsToFit(fits.get(type), at)))) {
    outcomes.push(...(await planned.find(type, some, at)));
  }
  requireExpected(planned, type, outcomes);
  if (type === typeDefinitions.name) await saveTypes(store, branch, { outcomes, by: commit.by }, session);
  const { by, at: writtenAt } = commit;
  const { writes, rows, signs } = writesOf(outcomes, { branchId: branch.id, type, number, by, at: writtenAt });
  const records = recordsIn(store, workspaceId, entry.collection);
  if (hasUnique(fits.get(type))) {
    // A record may get the value that another one has until now.
    await records.deleteMany({ _id: { $in: outcomes.map(({ id }) => id) } }, { session });
  }
  if (writes.length > 0) await records.bulkWrite(writes, { session, ordered: false });
  await requireFilled(records, fits.get(type), session);
  const counts = countOutcomes(outcomes.map(({ kind }) => kind));
  if (rows.length === 0) return { type, number, counts, rows: 0 };
  await mergedChanges(store, workspaceId).insertMany(rows, { session });
  await addSigns(store, workspaceId, entry, { found: signs, session });
  await logMerge(store, planned, { type, number, counts, rows: rows.length }, session);
  return { type, number, counts, rows: rows.length };
}

const hasUnique = (fit: TypeFit | undefined) => fit?.merged?.fields.some(isUnique) === true;

/** Records without a value that their type requires now may have been written since. */
export async function requireFilled(
  records: Collection<RecordDocument>,
  fit: TypeFit | undefined,
  session: ClientSession,
): Promise<void> {
  const required = fit?.merged ? [...(fit.plans.into?.required ?? []), ...(fit.plans.from?.required ?? [])] : [];
  if (required.length === 0) return;
  const empty = required.map(({ name }) => ({ [name]: { $exists: false } }));
  if (await records.findOne({ $or: empty } as Filter<RecordDocument>, { session })) throw new ChangedMeanwhile();
}

/** Adds the entry of a type to the change log, in the transaction that makes its records visible. */
export async function logMerge(
  store: Store,
  { branch, commit }: Pick<PlannedWrite, 'branch' | 'commit'>,
  { type, number, counts, rows }: { type: string; number: number; counts: ChangeCounts; rows: number },
  session: ClientSession,
): Promise<void> {
  const { by, at, _id } = commit;
  const tick = await raiseCounter(store, branch, type, { session, records: addedBy(counts) });
  await addChange(store, branch, { kind: 'merge', number, type, count: rows, commit: _id, by, at, ...tick }, session);
}

/** Adds the commit in the same transaction. */
export async function addCommit(
  store: Store,
  { branch, commit, finish }: Pick<PlannedWrite, 'branch' | 'commit' | 'finish'>,
  written: readonly WrittenType[],
  session: ClientSession,
): Promise<CommitDocument> {
  const logged = written.filter(({ rows }) => rows > 0);
  const changed = logged.filter(({ counts }) => counts.created + counts.updated + counts.deleted > 0);
  const counts = Object.fromEntries(changed.map((one) => [one.type, one.counts]));
  const more = await finish?.(session);
  const numbers = logged.map(({ number }) => number);
  const publishes = logged.some(({ type }) => type === definitionTypes.workflow.name) && { publishes: true as const };
  const document = { ...commit, ...more, ...publishes, counts, numbers };
  await commits(store, branch.workspaceId).insertOne(document, { session });
  return document;
}

/** Whatever was not looked at has to be: conflicts, and losses that nobody accepted. */
export function requireExpected(
  { fits, acceptLoss }: Pick<PlannedWrite, 'fits' | 'acceptLoss'>,
  type: string,
  outcomes: readonly Outcome[],
): void {
  if (outcomes.some(({ conflicts }) => conflicts.length > 0)) throw new ChangedMeanwhile();
  if (acceptLoss) return;
  const effects = createEffectCollector(type, fits.get(type));
  for (const outcome of outcomes) effects.note(outcome);
  if (lossOf([effects.found()]) > 0) throw new ChangedMeanwhile();
}
