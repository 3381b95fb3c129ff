import { Problem } from '@tallyhook/schemas';
import type { ClientSession, ObjectId } from 'mongodb';
import { addChange } from '../changes/change-log.ts';
import { mergedChanges } from '../changes/merged-changes.ts';
import { addSigns } from '../collections/add-signs.ts';
import { findCollection } from '../collections/collections.ts';
import { typeDefinitions } from '../collections/hidden-types.ts';
import { recordsIn } from '../collections/record-document.ts';
import { raiseCounter } from '../collections/write-counter.ts';
import { commits, type ChangeCounts, type CommitDocument } from '../commits/commits.ts';
import type { Branch } from '../database/branches.ts';
import { findInSession, type Finder } from '../database/finder.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';
import { MovedMeanwhile } from '../moving/move-records.ts';
import { addedBy, countOutcomes, writesOf } from './merged-records.ts';
import { saveTypes } from './merged-types.ts';
import type { Outcome } from './outcomes.ts';

/** How a merge or revert finds what to do with records of a type, reading the branch with `find`. */
export type FindOutcomes = (
  type: string,
  ids: readonly ObjectId[],
  at: { find: Finder; collection: string | undefined },
) => Promise<Outcome[]>;

/** A merge or revert that was looked through and has no open conflicts. */
export interface PlannedWrite {
  branch: Branch;
  /** The types in which something changes, each with the ids to look at and the number of its log entry. */
  types: { type: string; ids: ObjectId[]; number: number; count: number }[];
  find: FindOutcomes;
  commit: Omit<CommitDocument, 'counts' | 'numbers'>;
  /** Runs first in the transaction: checks that nothing else was merged meanwhile, and remembers the merge. */
  begin: (session: ClientSession) => Promise<void>;
  /** Runs last in the transaction. */
  finish?: (session: ClientSession) => Promise<void>;
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

/** Writes the outcomes of one type in a transaction and logs them. Returns what changed. */
export async function writeType(
  store: Store,
  { branch, find, commit }: PlannedWrite,
  { type, ids, number }: PlannedWrite['types'][number],
  session: ClientSession,
): Promise<ChangeCounts> {
  const entry = await findCollection(store, branch, type, session);
  if (!entry) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  const at = { find: findInSession(store, branch.workspaceId, session), collection: entry.collection };
  const kinds: Outcome['kind'][] = [];
  for (const some of inBatches(ids)) {
    const outcomes = await find(type, some, at);
    requireDecided(outcomes);
    kinds.push(...outcomes.map(({ kind }) => kind));
    if (type === typeDefinitions.name) await saveTypes(store, branch, { outcomes, by: commit.by }, session);
    if (outcomes.length === 0) continue;
    const { by, at: writtenAt } = commit;
    const { writes, rows, signs } = writesOf(outcomes, { branchId: branch.id, type, number, by, at: writtenAt });
    const records = recordsIn(store, branch.workspaceId, entry.collection);
    if (writes.length > 0) await records.bulkWrite(writes, { session, ordered: false });
    await mergedChanges(store, branch.workspaceId).insertMany(rows, { session });
    await addSigns(store, branch.workspaceId, entry, { found: signs, session });
  }
  const counts = countOutcomes(kinds);
  if (kinds.length > 0)
    await logMerge(store, { branch, commit }, { type, number, counts, rows: kinds.length }, session);
  return counts;
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
  written: { type: string; number: number; counts: ChangeCounts }[],
  session: ClientSession,
): Promise<CommitDocument> {
  const changed = written.filter(({ counts }) => counts.created + counts.updated + counts.deleted > 0);
  const counts = Object.fromEntries(changed.map((one) => [one.type, one.counts]));
  const document = { ...commit, counts, numbers: written.map(({ number }) => number) };
  await commits(store, branch.workspaceId).insertOne(document, { session });
  await finish?.(session);
  return document;
}

export function requireDecided(outcomes: readonly Outcome[]): void {
  if (outcomes.some(({ conflicts }) => conflicts.length > 0)) throw new ChangedMeanwhile();
}
