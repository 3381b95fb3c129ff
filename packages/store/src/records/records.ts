import type { ReadDocument, Turn } from '@tallyhook/query';
import { Problem, type RecordType } from '@tallyhook/schemas';
import { BSON, ObjectId, type Filter } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { findCollection } from '../collections/collections.ts';
import { checkFields } from './field-values.ts';
import { typeOf } from '../collections/hidden-types.ts';
import { readDespiteDrops } from '../database/killed-read.ts';
import { readLimitMs, withProblems } from '../database/problem-from.ts';
import { toDriver } from '../database/read-values.ts';
import { recordsIn, rowOf, type RecordDocument, type RecordRow } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import { insertRecord, objectIdOf, patchRecord, recordNotFound, removeRecord } from './write-record.ts';

const maxListed = 1000;
/** A page ends early behind the record with which it reaches this size. */
const maxPageBytes = 16 * 1024 * 1024;

/**
 * Creates a record.
 * @throws Problem `not_found` for the type, or `invalid_record` with every mistake.
 */
export async function createRecord(
  store: Store,
  branch: Branch,
  type: string,
  fields: Record<string, unknown>,
  by: string,
): Promise<RecordRow> {
  return insertRecord(store, branch, { type: typeOf(branch, type), by }, { fields });
}

/**
 * Changes the given fields of a record if it is still at the revision the caller saw; null empties a field.
 * @throws Problem `not_found`, `revision_conflict`, `invalid_record` or `invalid_request`.
 */
export async function updateRecord(
  store: Store,
  branch: Branch,
  type: string,
  id: string,
  { revision, fields }: { revision: number; fields: Record<string, unknown> },
  by: string,
): Promise<RecordRow> {
  if (!Number.isInteger(revision)) {
    throw new Problem('invalid_request', 'The revision must be a whole number: the one that you last read.');
  }
  return patchRecord(store, branch, { type: typeOf(branch, type), by }, { id, revision, fields });
}

/**
 * Deletes a record; only at `revision` if given.
 * @throws Problem `not_found` or `revision_conflict`.
 */
export async function deleteRecord(
  store: Store,
  branch: Branch,
  type: string,
  id: string,
  { revision }: { revision?: number },
  by: string,
): Promise<void> {
  await removeRecord(store, branch, { type: typeOf(branch, type), by }, { id, revision });
}

/**
 * Reads one record.
 * @throws Problem `not_found`.
 */
export async function getRecord(store: Store, branch: Branch, type: string, id: string): Promise<RecordRow> {
  return readRecord(store, branch, typeOf(branch, type), id);
}

/**
 * Reads one record of any type, including hidden ones.
 * @throws Problem `not_found`.
 */
export async function readRecord(store: Store, branch: Branch, type: RecordType, id: string): Promise<RecordRow> {
  const _id = objectIdOf(type, id);
  const entry = await findCollection(store, branch, type.name);
  const found = entry && (await recordsIn(store, branch.workspaceId, entry.collection).findOne({ _id }));
  if (!found) throw recordNotFound(type, id);
  return rowOf(type, found);
}

export interface ListOptions {
  /** From 1 to 1000. */
  limit: number;
  /** The `nextCursor` of the previous page. */
  cursor?: string;
  /** Values that fields must have; null for a field that must be empty. */
  match?: Record<string, unknown>;
  /** The filter stages of a question (`filterStages` of query); the newest records then come first. */
  stages?: readonly ReadDocument[];
  /** The turn of the question that lists the records; default eight seconds. */
  turn?: Pick<Turn, 'deadlineAt' | 'left'>;
}

export interface RecordPage {
  records: RecordRow[];
  /** The start of the next page; absent on the last. */
  nextCursor?: string;
  /** The size of the records in the database. */
  sizeBytes: number;
}

/**
 * Lists records in creation order, or newest first with a filter.
 * @throws Problem `invalid_request` for an invalid cursor or match.
 */
export async function listRecords(
  store: Store,
  branch: Branch,
  type: string,
  options: ListOptions,
): Promise<RecordPage> {
  return listOfType(store, branch, typeOf(branch, type), options);
}

/** Lists records of any type, including hidden ones. */
export async function listOfType(
  store: Store,
  branch: Branch,
  type: RecordType,
  { limit, cursor, match = {}, stages, turn }: ListOptions,
): Promise<RecordPage> {
  checkLimit(limit);
  const order = stages ? -1 : 1;
  const filter: Filter<RecordDocument> = { ...matchFilter(type, match), ...cursorFilter(cursor, order) };
  const pipeline = [
    { $match: filter },
    ...toDriver([...(stages ?? [])]),
    { $sort: { _id: order } },
    { $limit: limit + 1 },
  ];
  const read = async (maxTimeMS: number): Promise<RecordPage> => {
    const entry = await findCollection(store, branch, type.name);
    if (!entry) return { records: [], sizeBytes: 0 };
    const records = recordsIn(store, branch.workspaceId, entry.collection);
    const found = records.aggregate<RecordDocument>(pipeline, { maxTimeMS, signal: turn?.left });
    return readPage(found, type, limit);
  };
  const deadlineAt = turn?.deadlineAt ?? Date.now() + readLimitMs;
  return withProblems(() => readDespiteDrops(deadlineAt, read));
}

async function readPage(found: AsyncIterable<RecordDocument>, type: RecordType, limit: number): Promise<RecordPage> {
  const records: RecordRow[] = [];
  let sizeBytes = 0;
  for await (const document of found) {
    if (records.length === limit || sizeBytes >= maxPageBytes)
      return { records, nextCursor: records.at(-1)!.id, sizeBytes };
    records.push(rowOf(type, document));
    sizeBytes += BSON.calculateObjectSize(document);
  }
  return { records, sizeBytes };
}

function cursorFilter(cursor: string | undefined, order: 1 | -1): Filter<RecordDocument> {
  if (cursor === undefined) return {};
  if (/^[0-9a-f]{24}$/.test(cursor)) return { _id: { [order === 1 ? '$gt' : '$lt']: new ObjectId(cursor) } };
  throw new Problem('invalid_request', 'The cursor is not from this list: start without a cursor.');
}

function matchFilter(type: RecordType, match: Record<string, unknown>): Filter<RecordDocument> {
  const { values, emptied, mistakes } = checkFields(type, match);
  if (mistakes.length > 0) throw new Problem('invalid_request', mistakes[0]!.detail, { errors: mistakes });
  const conditions = Object.entries(values).map(([name, value]) => [name, { $eq: value }]);
  return Object.fromEntries([...conditions, ...emptied.map((name) => [name, { $eq: null }])]) as Filter<RecordDocument>;
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxListed) return;
  throw new Problem('invalid_request', `The limit must be a whole number from 1 to ${maxListed}, got ${limit}.`);
}
