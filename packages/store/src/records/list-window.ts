import type { ReadDocument, Turn } from '@tallyhook/query';
import type { RecordType } from '@tallyhook/schemas';
import type { Document, ObjectId } from 'mongodb';
import { BSON } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { findCollection } from '../collections/collections.ts';
import { typeOf } from '../collections/hidden-types.ts';
import { recordsIn, rowOf, type RecordDocument, type RecordRow } from '../collections/record-document.ts';
import { readDespiteDrops } from '../database/killed-read.ts';
import { readLimitMs, withProblems } from '../database/problem-from.ts';
import { toDriver } from '../database/read-values.ts';
import type { Store } from '../database/store.ts';
import type { RecordPage } from './records.ts';
import { sortStages, type RecordSort } from './sort-records.ts';

export interface WindowOptions {
  sort: readonly RecordSort[];
  /** The filter stages of a question. */
  stages: readonly ReadDocument[];
  /** How many records come before the window. */
  offset: number;
  limit: number;
  turn?: Pick<Turn, 'deadlineAt' | 'left'>;
}

/**
 * Reads the records at a position of an order, without reading those before it. Only ids and sort keys are sorted, so
 * that an order of hundreds of thousands of records fits into memory.
 * @throws Problem `not_found` for the type, `invalid_request` for a field that has no order, `query_timeout`.
 */
export async function listWindow(
  store: Store,
  branch: Branch,
  typeName: string,
  { sort, stages, offset, limit, turn }: WindowOptions,
): Promise<RecordPage> {
  const type = typeOf(branch, typeName);
  const order = [...toDriver([...stages]), ...sortStages(type, sort)];
  const pipeline = [...order, { $skip: offset }, { $limit: limit }];
  const read = async (maxTimeMS: number): Promise<RecordPage> => {
    const entry = await findCollection(store, branch, type.name);
    if (!entry) return { records: [], sizeBytes: 0 };
    const records = recordsIn(store, branch.workspaceId, entry.collection);
    const options = { maxTimeMS, allowDiskUse: true, ...(turn && { signal: turn.left }) };
    const ids = (await records.aggregate<{ _id: ObjectId }>(pipeline, options).toArray()).map(({ _id }) => _id);
    return inOrder(type, ids, await records.find({ _id: { $in: ids } }, { maxTimeMS }).toArray());
  };
  return withProblems(() => readDespiteDrops(turn?.deadlineAt ?? Date.now() + readLimitMs, read));
}

const exportedAtOnce = 500;

/**
 * Streams all records of a filter in an order, in groups.
 * @throws Problem as `listWindow` does.
 */
export async function* streamRecords(
  store: Store,
  branch: Branch,
  typeName: string,
  { sort, stages, signal }: Pick<WindowOptions, 'sort' | 'stages'> & { signal: AbortSignal },
): AsyncGenerator<RecordRow[]> {
  const type = typeOf(branch, typeName);
  const entry = await findCollection(store, branch, type.name);
  if (!entry) return;
  const records = recordsIn(store, branch.workspaceId, entry.collection);
  const pipeline: Document[] = [...toDriver([...stages]), ...sortStages(type, sort)];
  const sorted = records.aggregate<{ _id: ObjectId }>(pipeline, { allowDiskUse: true, signal, batchSize: 10_000 });
  let ids: ObjectId[] = [];
  const readIds = async () =>
    inOrder(type, ids, await records.find({ _id: { $in: ids } }, { signal }).toArray()).records;
  for await (const { _id } of sorted) {
    ids.push(_id);
    if (ids.length < exportedAtOnce) continue;
    yield await readIds();
    ids = [];
  }
  if (ids.length > 0) yield await readIds();
}

/** The records in the order of their ids, without those deleted in the meantime. */
function inOrder(type: RecordType, ids: readonly ObjectId[], found: readonly RecordDocument[]): RecordPage {
  const byId = new Map(found.map((document) => [document._id.toHexString(), document]));
  const documents = ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
  return {
    records: documents.map((document) => rowOf(type, document)),
    sizeBytes: documents.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0),
  };
}
