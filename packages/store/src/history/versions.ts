import type { ObjectId } from 'mongodb';
import { changeIndexes, type BulkChangeDocument, type RecordChangeDocument } from '../changes/change-log.ts';
import { earlierValueIndexes, type EarlierValue } from '../changes/earlier-values.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import type { Lineage } from './lineages.ts';
import { isInState } from './states.ts';

/**
 * One version of a record, on any branch: the number of the change that made it. A version that a copy took over keeps
 * its number there. Versions without a row were made by an import.
 */
interface Version {
  number: number;
  branchId: string;
  isDeleted: boolean;
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
  kind: RecordChangeDocument['kind'];
  before: { change: number; revision: number } | null;
  after: { revision: number } | null;
  parents?: number[];
}

const projection = {
  ...{ number: 1, branchId: 1, id: 1, kind: 1, parents: 1 },
  ...{ 'before.change': 1, 'before.revision': 1, 'after.revision': 1 },
};
const logs = [changeIndexes.collection, mergedChangeIndexes.collection];
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
  const entries = await find<VersionRow>(changeIndexes.collection, query);
  const merged = await find<VersionRow>(mergedChangeIndexes.collection, query);
  const kept = await readKept(find, ids);
  for (const rows of [entries, await onlyFinished(find, [...merged, ...kept])]) {
    for (const row of rows) {
      const { number, branchId, kind, before, after, parents = [] } = row;
      const id = row.id.toHexString();
      const known = versions.get(id) ?? new Map<number, Version>();
      versions.set(id, known);
      const all = before ? [before.change, ...parents] : parents;
      const revision = (after ?? before)?.revision ?? 0;
      known.set(number, { number, branchId, isDeleted: kind === 'delete', revision, parents: all });
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
    return { number, branchId, id, kind: 'update', before: { change, revision }, after: { revision: revision + 1 } };
  });
}

type FinishedEntry = Pick<VersionRow, 'branchId' | 'number'> & { work?: BulkChangeDocument['work'] };

/** Leaves out the rows of large merges and changes of types that are not visible yet; says which were removed. */
async function onlyFinished(find: Finder, rows: VersionRow[]): Promise<VersionRow[]> {
  if (rows.length === 0) return rows;
  const filter = {
    branchId: { $in: [...new Set(rows.map(({ branchId }) => branchId))] },
    number: { $in: [...new Set(rows.map(({ number }) => number))] },
  };
  const projected = { branchId: 1, number: 1, work: 1 };
  const entries = await find<FinishedEntry>(changeIndexes.collection, { filter, projection: projected });
  const finished = new Map(entries.map((entry) => [`${entry.branchId}/${entry.number}`, entry]));
  return rows.flatMap((row) => {
    const entry = finished.get(`${row.branchId}/${row.number}`);
    if (entry?.work === 'remove') return [{ ...row, kind: 'delete', after: null }];
    return entry ? [row] : [];
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

/**
 * The version of a record that a branch has; null if it never had the record. A deleted record has the version of its
 * deletion, on the branch or on one that it was copied from.
 */
export async function versionOn(
  find: Finder,
  { branchId, above }: Pick<Lineage, 'branchId' | 'above'>,
  { document, versions, type }: { document: RecordDocument | null; versions: Versions; type: string },
): Promise<number | null> {
  if (document) return document.change;
  const continued = new Set([...versions.values()].flatMap(({ parents }) => parents));
  const deletions = [...versions.values()].filter(({ isDeleted }) => isDeleted);
  const newest = (on: Version[]) => {
    const last = on.filter(({ number }) => !continued.has(number));
    return highest((last.length > 0 ? last : on).map(({ number }) => number));
  };
  const own = deletions.filter((version) => version.branchId === branchId);
  if (own.length > 0) return newest(own);
  for (const { branchId: aboveId, state } of above) {
    const there = deletions.filter((version) => version.branchId === aboveId);
    if (there.length === 0) continue;
    const filter = { branchId: aboveId, number: { $in: there.map(({ number }) => number) } };
    const entries = await find<{ number: number; slot: number; tick: number }>(changeIndexes.collection, { filter });
    const known = entries.filter((entry) => isInState(state, { type, ...entry })).map(({ number }) => number);
    const kept = there.filter(({ number }) => known.includes(number));
    if (kept.length > 0) return newest(kept);
  }
  return null;
}

/** How two versions of a record are related. */
export type Relation = 'same' | 'ahead' | 'behind' | { base: number[] };

/**
 * How the version of one branch relates to that of another: `ahead` continues the other one, `behind` is continued by
 * it. Otherwise `base` has the last common versions, newest first; none if both were created on their own.
 */
export function relate(versions: Versions, one: number | null, other: number | null): Relation {
  if (one === other) return 'same';
  if (other === null) return 'ahead';
  if (one === null) return 'behind';
  const ofOne = ancestorsOf(versions, one);
  if (ofOne.has(other)) return 'ahead';
  const ofOther = ancestorsOf(versions, other);
  if (ofOther.has(one)) return 'behind';
  const shared = [...ofOne].filter((version) => ofOther.has(version));
  const older = new Set(shared.flatMap((version) => [...ancestorsOf(versions, version)]));
  return { base: shared.filter((version) => !older.has(version)).sort((a, b) => b - a) };
}

function ancestorsOf(versions: Versions, version: number): Set<number> {
  const found = new Set<number>();
  const waiting = [...(versions.get(version)?.parents ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    for (const parent of versions.get(next)?.parents ?? []) waiting.push(parent);
  }
  return found;
}

/** The content of a version of a record; undefined if the log no longer has it. */
export async function readVersion(
  find: Finder,
  { type, id, number }: { type: string; id: ObjectId; number: number },
): Promise<RecordDocument | null | undefined> {
  for (const log of logs) {
    const [made] = await find<Pick<RecordChangeDocument, 'after'>>(log, { filter: { id, type, number } });
    if (made) return made.after;
  }
  // An imported or converted record is its own version until somebody changes it.
  for (const log of [...logs, earlier]) {
    const filter = { ...(log === earlier ? { 'before._id': id } : { id, type }), 'before.change': number };
    const [changed] = await find<Pick<RecordChangeDocument, 'before'>>(log, { filter });
    if (changed) return changed.before;
  }
  return undefined;
}
