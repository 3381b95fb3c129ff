import type { RecordType } from '@tallyhook/schemas';
import { ObjectId, type ClientSession, type Collection, type Filter } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { hiddenTypes, typeDefinitions, typeOf } from '../collections/hidden-types.ts';
import { rowOf, storedRowOf, type RecordDocument, type RecordRow } from '../collections/record-document.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import type { Tick } from '../collections/write-counter.ts';

interface EveryChange extends Tick {
  number: number;
  type: string;
  by: string;
}

/** A record was created, updated or deleted. */
export interface RecordChange extends EveryChange {
  kind: 'create' | 'update' | 'delete';
  id: string;
  /** The record before the change; null if it was created. */
  before: RecordRow | null;
  /** The record after the change; null if it was deleted. */
  after: RecordRow | null;
  at: string;
  /** Set if an import updated the record. */
  imported?: true;
}

/**
 * Many records were created at once. They carry the number of this entry, and each is its own `after` until its first
 * change.
 */
export interface ImportChange extends EveryChange {
  kind: 'import';
  /** How many records were created. */
  count: number;
  /** The SHA-256 of the imported file. */
  digest: string;
  at: string;
}

/**
 * Many records were created, updated or deleted at once by a merge or the revert of a commit. What happened to each is
 * in `merged_changes`, under the number of this entry.
 */
export interface MergeChange extends EveryChange {
  kind: 'merge';
  /** How many records were changed. */
  count: number;
  /** The id of the commit. */
  commit: string;
  at: string;
}

/** So many records were changed at once that the log has one entry for them. They carry its number. */
export interface BulkChange extends EveryChange {
  kind: 'bulk';
  /** Whether their values were converted to a changed type, or they were removed with their type. */
  work: 'convert' | 'remove';
  /** How many records were changed. */
  count: number;
  /** The fields whose values changed. Their values from before stay in `earlier_values`. */
  fields: string[];
  at: string;
}

export type ChangeEntry = RecordChange | ImportChange | MergeChange | BulkChange;

export interface RecordChangeDocument extends EveryChange {
  _id: ObjectId;
  branchId: string;
  kind: RecordChange['kind'];
  id: ObjectId;
  before: RecordDocument | null;
  after: RecordDocument | null;
  at: Date;
  imported?: true;
  /** The versions that this one continues, if `before` does not tell: of a record that was deleted and is back. */
  parents?: number[];
}

export interface ImportChangeDocument extends EveryChange {
  _id: ObjectId;
  branchId: string;
  kind: 'import';
  count: number;
  digest: string;
  at: Date;
}

export interface MergeChangeDocument extends EveryChange {
  _id: ObjectId;
  branchId: string;
  kind: 'merge';
  count: number;
  commit: string;
  at: Date;
}

export interface BulkChangeDocument extends Omit<BulkChange, 'at'> {
  _id: ObjectId;
  branchId: string;
  at: Date;
}

export type ChangeDocument = RecordChangeDocument | ImportChangeDocument | MergeChangeDocument | BulkChangeDocument;

type ManyKind = 'import' | 'merge' | 'bulk';

/** Whether an entry stands for many records. */
export const isBulk = <Entry extends { kind: ChangeDocument['kind'] }>(
  entry: Entry,
): entry is Extract<Entry, { kind: ManyKind }> => ['import', 'merge', 'bulk'].includes(entry.kind);

export const changeIndexes: CollectionIndexes = {
  collection: 'changes',
  indexes: [
    { key: { branchId: 1, number: 1 }, unique: true },
    { key: { branchId: 1, type: 1, number: 1 } },
    { key: { branchId: 1, id: 1, number: -1 } },
    { key: { branchId: 1, type: 1, slot: 1, tick: 1 }, unique: true },
    // The versions of one record, on all branches.
    { key: { id: 1 }, partialFilterExpression: { id: { $exists: true } } },
  ],
};

export const changes = (store: Store, workspaceId: string): Collection<ChangeDocument> =>
  store.workspaceDb(workspaceId).collection(changeIndexes.collection);

interface Sequence {
  _id: string;
  value: number;
}

const sequences = (store: Store, workspaceId: string): Collection<Sequence> =>
  store.workspaceDb(workspaceId).collection<Sequence>('sequences');

/**
 * Takes the next number of the workspace's change log. It is taken outside the transaction that uses it, so writers do
 * not wait for each other. Numbers can be skipped, and a lower number can become visible after a higher one. The number
 * needs no write concern of its own: the transaction commits later in the same oplog and confirms it as well. A server
 * that dies may have lost the last numbers, so after each election they begin above those in the log. Takes several at
 * once with `count`, and returns the last.
 */
export async function nextChangeNumber(store: Store, workspaceId: string, count = 1): Promise<number> {
  const known = raisedFor.get(store) ?? new Map<string, string | undefined>();
  raisedFor.set(store, known);
  const primary = store.primary();
  if (!known.has(workspaceId) || known.get(workspaceId) !== primary) {
    await raiseSequence(store, workspaceId);
    known.set(workspaceId, primary);
  }
  const sequence = await sequences(store, workspaceId).findOneAndUpdate(
    { _id: 'changes' },
    { $inc: { value: count } },
    { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } },
  );
  return sequence!.value;
}

/** By store and workspace, the primary for which the sequence was raised. */
const raisedFor = new WeakMap<Store, Map<string, string | undefined>>();

const maxNumbers = 3;

/**
 * Does work with the next number, or with the last of `count`. A number that was taken before a server died may have been
 * given to someone else since; the work, which has changed nothing then, runs again with another one.
 */
export async function withChangeNumber<Result>(
  store: Store,
  workspaceId: string,
  work: (number: number) => Promise<Result>,
  count = 1,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const number = await nextChangeNumber(store, workspaceId, count);
    try {
      return await work(number);
    } catch (error) {
      if (!isTaken(error) || attempt === maxNumbers) throw error;
      await raiseSequence(store, workspaceId);
    }
  }
}

/** Whether another change of the branch has the number. */
function isTaken(error: unknown): boolean {
  if (!isDuplicateKey(error)) return false;
  const key = (error.keyPattern ?? {}) as object;
  return 'branchId' in key && 'number' in key;
}

/** Continues the sequence above all numbers of the log. The index holds the highest number of each branch. */
async function raiseSequence(store: Store, workspaceId: string): Promise<void> {
  const highest = await changes(store, workspaceId)
    .aggregate<{ last: number }>([
      { $sort: { branchId: 1, number: 1 } },
      { $group: { _id: '$branchId', last: { $last: '$number' } } },
    ])
    .toArray();
  const value = Math.max(0, ...highest.map(({ last }) => last));
  if (value === 0) return;
  await sequences(store, workspaceId).updateOne({ _id: 'changes' }, { $max: { value } }, { upsert: true });
}

type New<Document> = Omit<Document, '_id' | 'branchId'>;
type NewChange =
  New<RecordChangeDocument> | New<ImportChangeDocument> | New<MergeChangeDocument> | New<BulkChangeDocument>;

/** Adds an entry in the transaction of its change. */
export async function addChange(
  store: Store,
  branch: Branch,
  change: NewChange,
  session: ClientSession,
): Promise<void> {
  await changes(store, branch.workspaceId).insertOne(
    { _id: new ObjectId(), branchId: branch.id, ...change },
    { session },
  );
}

/** The number of the newest change that imported a file with this digest into a type of the branch; null for none. */
export async function findSameImport(
  store: Store,
  { workspaceId, id: branchId }: Branch,
  { type, digest }: { type: string; digest: string },
): Promise<number | null> {
  const same = { kind: 'import', digest, type, branchId } as const;
  const found = await changes(store, workspaceId).findOne(same, { sort: { number: -1 }, projection: { number: 1 } });
  return found?.number ?? null;
}

export interface ReadChangesOptions {
  type?: string;
  /** Only entries with a higher number. */
  after?: number;
  limit: number;
}

/**
 * Reads entries of the change log, ordered by number. An entry may become visible shortly after one with a higher
 * number. To see each entry exactly once, use `slot` and `tick` (see `readWriteCounter`).
 */
export async function readChanges(
  store: Store,
  branch: Branch,
  { type, after = 0, limit }: ReadChangesOptions,
): Promise<ChangeEntry[]> {
  const filter: Filter<ChangeDocument> = { branchId: branch.id, number: { $gt: after } };
  // The definitions of types are versioned like records, but are read with GET /api/types.
  filter.type = type ?? { $ne: typeDefinitions.name };
  const documents = await changes(store, branch.workspaceId).find(filter).sort({ number: 1 }).limit(limit).toArray();
  // A type that the branch no longer has may have entries; one that it never had is a mistake.
  if (documents.length === 0 && type !== undefined && !anyTypeOf(branch, type)) typeOf(branch, type);
  return documents.map((document) => entryOf(branch, document));
}

/** An entry as others read it. A type that the branch no longer has shows its fields as they are stored. */
export function entryOf(branch: Branch, document: ChangeDocument): ChangeEntry {
  const { number, type, by, slot, tick } = document;
  const every = { number, type, by, at: document.at.toISOString(), slot, tick };
  if (document.kind === 'import') return { ...every, kind: 'import', count: document.count, digest: document.digest };
  if (document.kind === 'merge') return { ...every, kind: 'merge', count: document.count, commit: document.commit };
  if (document.kind === 'bulk') {
    const { kind, work, count, fields } = document;
    return { ...every, kind, work, count, fields };
  }
  const { kind, id, before, after, imported } = document;
  const declared = anyTypeOf(branch, type);
  const show = (record: RecordDocument | null) =>
    record && (declared ? rowOf(declared, record) : storedRowOf(type, record));
  const shown = { kind, id: id.toHexString(), before: show(before), after: show(after) };
  return { ...every, ...shown, ...(imported && { imported }) };
}

/** A type of the branch, or a hidden one; undefined for one that the branch no longer has. */
function anyTypeOf(branch: Branch, name: string): RecordType | undefined {
  return [...hiddenTypes, ...branch.types].find((type) => type.name === name);
}
