import type { ObjectId } from 'mongodb';
import { changeIndexes, type BulkChangeDocument } from '../changes/change-log.ts';
import { earlierValueIndexes, type EarlierValue } from '../changes/earlier-values.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import type { Lineage } from './lineages.ts';
import { isInState, type State } from './states.ts';

/**
 * One version of a record, on any branch: the number of the change that made it. A version that a copy took over keeps
 * its number there. Versions without a row were made by an import.
 */
interface Version {
  number: number;
  branchId: string;
  /** Where the log of the branch has it. */
  slot: number;
  tick: number;
  /** Of the record before a deletion, or after the change. */
  revision: number;
  parents: number[];
}

/** The versions of one record on all branches. */
export type Versions = ReadonlyMap<number, Version>;

interface VersionRow {
  number: number;
  branchId: string;
  id: ObjectId;
  before: { change: number; revision: number } | null;
  after: { revision: number } | null;
  parents?: number[];
}

type LoggedRow = VersionRow & Pick<Version, 'slot' | 'tick'>;

const projection = {
  ...{ number: 1, branchId: 1, slot: 1, tick: 1, id: 1, parents: 1 },
  ...{ 'before.change': 1, 'before.revision': 1, 'after.revision': 1 },
};
const earlier = earlierValueIndexes.collection;

/** Reads the versions of records of a type, by id. */
export async function readVersions(
  find: Finder,
  type: string,
  ids: readonly ObjectId[],
): Promise<Map<string, Versions>> {
  const versions = new Map<string, Map<number, Version>>();
  const query = { filter: { id: { $in: ids }, type }, projection };
  // One after the other: they may be read in a transaction.
  const entries = await find<LoggedRow>(changeIndexes.collection, query);
  const merged = await find<VersionRow>(mergedChangeIndexes.collection, query);
  const kept = await readKept(find, ids);
  for (const rows of [entries, await onlyFinished(find, [...merged, ...kept])]) {
    for (const row of rows) {
      const { number, branchId, slot, tick, before, after, parents = [] } = row;
      const id = row.id.toHexString();
      const known = versions.get(id) ?? new Map<number, Version>();
      versions.set(id, known);
      const all = before ? [before.change, ...parents] : parents;
      const revision = (after ?? before)?.revision ?? 0;
      known.set(number, { number, branchId, slot, tick, revision, parents: all });
    }
  }
  return versions;
}

/** The versions that records got when their type was changed or removed with many of them. */
async function readKept(find: Finder, ids: readonly ObjectId[]): Promise<VersionRow[]> {
  const filter = { 'before._id': { $in: ids } };
  const kept = { number: 1, branchId: 1, 'before._id': 1, 'before.change': 1, 'before.revision': 1 };
  const rows = await find<Omit<EarlierValue, 'before'> & { before: RecordDocument }>(earlier, {
    filter,
    projection: kept,
  });
  return rows.map(({ number, branchId, before: { _id: id, change, revision } }) => {
    return { number, branchId, id, before: { change, revision }, after: { revision: revision + 1 } };
  });
}

type FinishedEntry = Pick<LoggedRow, 'branchId' | 'number' | 'slot' | 'tick'> & { work?: BulkChangeDocument['work'] };

/** Leaves out the rows of large merges and changes of types that are not visible yet; adds where the log has them. */
async function onlyFinished(find: Finder, rows: VersionRow[]): Promise<LoggedRow[]> {
  if (rows.length === 0) return [];
  const filter = {
    branchId: { $in: [...new Set(rows.map(({ branchId }) => branchId))] },
    number: { $in: [...new Set(rows.map(({ number }) => number))] },
  };
  const projected = { branchId: 1, number: 1, slot: 1, tick: 1, work: 1 };
  const entries = await find<FinishedEntry>(changeIndexes.collection, { filter, projection: projected });
  const finished = new Map(entries.map((entry) => [`${entry.branchId}/${entry.number}`, entry]));
  return rows.flatMap((row) => {
    const entry = finished.get(`${row.branchId}/${row.number}`);
    if (!entry) return [];
    const { slot, tick, work } = entry;
    return [{ ...row, slot, tick, ...(work === 'remove' && { after: null }) }];
  });
}

const none: Versions = new Map();

export const versionsOf = (versions: ReadonlyMap<string, Versions>, id: ObjectId): Versions =>
  versions.get(id.toHexString()) ?? none;

/** The highest revision that a record ever had; 0 if the log does not know it. */
export function lastRevision(versions: Versions): number {
  return highest([...versions.values()].map(({ revision }) => revision));
}

// A record may have more versions than a call takes arguments.
const highest = (numbers: readonly number[]) => numbers.reduce((most, number) => Math.max(most, number), 0);

/** Where a branch is seen: `state` bounds its own log; absent if all of the log counts that can be read. */
export interface SeenBranch {
  lineage: Pick<Lineage, 'branchId' | 'knows'>;
  state?: State | undefined;
}

/**
 * The versions of a record that a branch contains, as Git's history of a branch does: those in its log and in the logs that
 * it merged or was copied with, and all that they continue. A merge that changed nothing on the branch adds its versions
 * too: a branch that never had a record contains its deletion after that.
 */
export function versionsOn(
  { lineage: { branchId, knows }, state }: SeenBranch,
  { document, versions, type }: { document: RecordDocument | null; versions: Versions; type: string },
): Set<number> {
  const isKnown = (version: Version) => {
    const upTo = version.branchId === branchId ? state : (knows[version.branchId] ?? {});
    return upTo === undefined || isInState(upTo, { type, ...version });
  };
  const known = [...versions.values()].filter(isKnown).map(({ number }) => number);
  return withEarlier(versions, document ? [document.change, ...known] : known);
}

/** The versions and all that they continue. */
export function withEarlier(versions: Versions, numbers: readonly number[]): Set<number> {
  const found = new Set<number>();
  const waiting = [...numbers];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    for (const parent of versions.get(next)?.parents ?? []) waiting.push(parent);
  }
  return found;
}

/** The versions in a set with all that they continue that none of the others continues, newest first. */
export function lastOf(versions: Versions, numbers: ReadonlySet<number>): number[] {
  const continued = new Set([...numbers].flatMap((number) => versions.get(number)?.parents ?? []));
  return [...numbers].filter((number) => !continued.has(number)).sort((a, b) => b - a);
}

/** The last versions that are in both sets. */
export function lastCommon(versions: Versions, one: ReadonlySet<number>, other: ReadonlySet<number>): number[] {
  return lastOf(versions, new Set([...one].filter((number) => other.has(number))));
}

const isWithin = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  [...one].every((number) => other.has(number));

/** How the versions of a record on two branches are related. */
export type Relation = 'same' | 'ahead' | 'behind' | { base: number[] };

/**
 * How the versions on one branch relate to those on another: `ahead` continues the other one, `behind` is continued by
 * it. Otherwise `base` has the last common versions, newest first; none if both were created on their own.
 */
export function relate(versions: Versions, one: ReadonlySet<number>, other: ReadonlySet<number>): Relation {
  const [isAhead, isBehind] = [isWithin(other, one), isWithin(one, other)];
  if (isAhead && isBehind) return 'same';
  if (isAhead) return 'ahead';
  return isBehind ? 'behind' : { base: lastCommon(versions, one, other) };
}
