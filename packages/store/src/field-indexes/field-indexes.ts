import { setTimeout as pause } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import type { FieldIndex } from '@tallyhook/schemas/api';
import type { Branch } from '../database/branches.ts';
import { readIndexes, type CollectionIndex } from '../collections/collection-indexes.ts';
import { collectionMap, findCollection, makeCollection, type CollectionEntry } from '../collections/collections.ts';
import { readBuildPercents, readIndexSizes } from './index-progress.ts';
import type { Store } from '../database/store.ts';
import { workspaceIds } from '../database/workspace-ids.ts';

/** The records of a type on a branch whose wanted indexes are to be built. */
export interface IndexJob {
  workspaceId: string;
  /** The id of the collection's entry in the collection map. */
  entryId: string;
}

const nameOf = (field: string) => `field_${field}`;

/** Codes of errors after which a build is retried: it was interrupted, or the records moved meanwhile. */
const retriedCodes = new Set([26, 48, 276, 11600, 11601, 11602, 10107, 189]);
const maxTries = 20;
const againAfterMs = 250;

/**
 * Switches the index of a field on or off. Off drops the index at once. On only records the wish; `buildFieldIndexes`
 * builds it and may be called by any process and after any restart. The wish is stored with the collection and copied
 * with it; it is not part of the records.
 */
export async function switchFieldIndex(
  store: Store,
  branch: Branch,
  { type, field, on }: { type: string; field: string; on: boolean },
  by: string,
): Promise<IndexJob> {
  const entry = (await findCollection(store, branch, type)) ?? (await made(store, branch, type));
  const map = collectionMap(store, branch.workspaceId);
  const path = `fieldIndexes.${field}` as const;
  if (on) await map.updateOne({ _id: entry._id }, { $set: { [path]: { by, at: new Date() } } });
  else {
    await map.updateOne({ _id: entry._id }, { $unset: { [path]: true } });
    await dropIndexes(store, branch.workspaceId, { entryId: entry._id, field });
  }
  return { workspaceId: branch.workspaceId, entryId: entry._id };
}

async function made(store: Store, branch: Branch, type: string): Promise<CollectionEntry> {
  await makeCollection(store, branch, type);
  return (await findCollection(store, branch, type))!;
}

async function dropIndexes(
  store: Store,
  workspaceId: string,
  { entryId, field }: { entryId: string; field: string },
): Promise<void> {
  // If the records move meanwhile, the index moves with them: retry.
  for (let tries = 0; tries < maxTries; tries++) {
    const entry = await collectionMap(store, workspaceId).findOne({ _id: entryId });
    if (!entry) return;
    const found = await readIndexes(store, workspaceId, entry.collection);
    const own = found.filter((index) => fieldOf(index) === field);
    if (own.length === 0) return;
    const collection = store.workspaceDb(workspaceId).collection(entry.collection);
    for (const { name } of own) await ignoringGone(collection.dropIndex(name));
  }
}

/**
 * Builds every wanted index that is missing for the records of a type; resolves when none is missing. An index that
 * cannot be built is marked with the reason. Concurrent processes wait for the same build.
 */
export async function buildFieldIndexes(store: Store, { workspaceId, entryId }: IndexJob): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    const missing = await missingOf(store, workspaceId, entryId);
    if (missing === undefined) return;
    const { collection, field } = missing;
    try {
      const records = store.workspaceDb(workspaceId).collection(collection);
      await records.createIndex({ [field]: 1 }, { name: nameOf(field) });
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      if (retriedCodes.has(Number(error.code))) await pause(againAfterMs);
      else await markFailed(store, { workspaceId, entryId }, { field, error: reasonOf(error, collection) });
    }
  }
}

/** Why an index could not be built, without internal database names. */
function reasonOf({ code, message }: MongoServerError, collection: string): string {
  if (code === 67 && /too many indexes/.test(message)) {
    return 'These records already have too many indexes (the database allows 64): turn another one off, then try again.';
  }
  return `The database could not build the index: ${message.replaceAll(new RegExp(`\\S*${collection}`, 'g'), 'the records')}`;
}

async function missingOf(
  store: Store,
  workspaceId: string,
  entryId: string,
): Promise<{ collection: string; field: string } | undefined> {
  const entry = await collectionMap(store, workspaceId).findOne({ _id: entryId });
  if (!entry) return undefined;
  const { collection, fieldIndexes = {} } = entry;
  const indexes = await readIndexes(store, workspaceId, collection);
  const ready = new Set(indexes.filter(({ isReady }) => isReady).map(fieldOf));
  const [field] = Object.entries(fieldIndexes).flatMap(([name, { error }]) =>
    error === undefined && !ready.has(name) ? [name] : [],
  );
  return field === undefined ? undefined : { collection, field };
}

async function markFailed(
  store: Store,
  { workspaceId, entryId }: IndexJob,
  { field, error }: { field: string; error: string },
): Promise<void> {
  const path = `fieldIndexes.${field}` as const;
  await collectionMap(store, workspaceId).updateOne(
    { _id: entryId, [path]: { $exists: true } },
    { $set: { [`${path}.error`]: error.slice(0, 1000) } },
  );
}

/** Lists the collections with wanted indexes in every workspace: a stopped process may have left some unbuilt. */
export async function listIndexJobs(store: Store): Promise<IndexJob[]> {
  const jobs: IndexJob[] = [];
  for (const workspaceId of await workspaceIds(store)) {
    const found = await collectionMap(store, workspaceId)
      .find({ fieldIndexes: { $exists: true, $ne: {} } }, { projection: { _id: 1 } })
      .toArray();
    jobs.push(...found.map(({ _id }) => ({ workspaceId, entryId: _id })));
  }
  return jobs;
}

/** The fields of a type that have an index or are to get one. */
export async function readFieldIndexes(store: Store, branch: Branch, type: string): Promise<Map<string, FieldIndex>> {
  const { workspaceId } = branch;
  const entry = await findCollection(store, branch, type);
  if (!entry) return new Map();
  const { collection, fieldIndexes = {} } = entry;
  const indexes = await readIndexes(store, workspaceId, collection);
  const byField = new Map(indexes.map((index) => [fieldOf(index), index]));
  byField.delete(undefined);
  const fields = new Set([...Object.keys(fieldIndexes), ...(byField.keys() as MapIterator<string>)]);
  if (fields.size === 0) return new Map();
  const isBuilding = [...fields].some((field) => !byField.get(field)?.isReady);
  const sizes = await readIndexSizes(store, workspaceId, collection);
  const percents = isBuilding ? await readBuildPercents(store, workspaceId, collection) : new Map<string, number>();
  return new Map(
    [...fields].map((field): [string, FieldIndex] => {
      const index = byField.get(field);
      const error = fieldIndexes[field]?.error ?? null;
      const nothing = { percent: null, sizeBytes: null, error: null };
      if (index?.isReady) return [field, { ...nothing, state: 'on', sizeBytes: sizes[index.name] ?? null }];
      if (error !== null) return [field, { ...nothing, state: 'failed', error }];
      return [field, { ...nothing, state: 'building', percent: percents.get(nameOf(field)) ?? null }];
    }),
  );
}

/**
 * The fields of a type whose filters can use an index now: fields that an index over all records consists of or starts
 * with.
 */
export async function indexedFields(store: Store, branch: Branch, type: string): Promise<Set<string>> {
  const entry = await findCollection(store, branch, type);
  if (!entry) return new Set();
  const indexes = await readIndexes(store, branch.workspaceId, entry.collection);
  const usable = indexes.filter(({ isReady, isWhole }) => isReady && isWhole);
  return new Set(usable.map(({ key }) => Object.keys(key)[0]!));
}

/** The field of a single-field index; undefined for a compound index and the index on ids. */
function fieldOf({ key }: CollectionIndex): string | undefined {
  const [field, ...others] = Object.keys(key);
  return others.length === 0 && field !== '_id' ? field : undefined;
}

async function ignoringGone(work: Promise<unknown>): Promise<void> {
  const goneCodes = [26, 27];
  try {
    await work;
  } catch (error) {
    if (!(error instanceof MongoServerError && goneCodes.includes(Number(error.code)))) throw error;
  }
}
