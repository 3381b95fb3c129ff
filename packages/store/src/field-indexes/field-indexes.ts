import { setTimeout as pause } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import type { FieldIndex } from '@tallyhook/schemas/api';
import type { Branch } from '../database/branches.ts';
import { readIndexes, type CollectionIndex } from '../collections/collection-indexes.ts';
import { collectionMap, findCollection, makeCollection, type CollectionEntry } from '../collections/collections.ts';
import { isUniqueIndex } from '../collections/unique-indexes.ts';
import { readBuildPercents, readIndexSizes } from './index-progress.ts';
import type { Store } from '../database/store.ts';
import { workspaceIds } from '../database/workspace-ids.ts';

/** The records of a type on a branch whose wanted indexes are to be built. */
export interface IndexJob {
  workspaceId: string;
  /** The id of the collection's entry in the collection map. */
  entryId: string;
}

/** A field index by its fields in their order, joined; no field name contains a plus sign. */
export const keyOf = (fields: readonly string[]): string => fields.join('+');
export const fieldsIn = (key: string): string[] => key.split('+');
const nameOf = (key: string) => `field_${key}`;

/** One index of a type, existing or wanted. */
export interface FieldIndexOf extends FieldIndex {
  /** In the order of the index. */
  fields: string[];
}

/** Codes of errors after which a build is retried: it was interrupted, or the records moved meanwhile. */
const retriedCodes = new Set([26, 48, 276, 11600, 11601, 11602, 10107, 189]);
const maxTries = 20;
const againAfterMs = 250;

/**
 * Switches the index on one or more fields on or off. Off drops the index at once. On only records the wish; `buildFieldIndexes`
 * builds it and may be called by any process and after any restart. The wish is stored with the collection and copied
 * with it; it is not part of the records.
 */
export async function switchFieldIndex(
  store: Store,
  branch: Branch,
  { type, fields, on }: { type: string; fields: readonly string[]; on: boolean },
  by: string,
): Promise<IndexJob> {
  const key = keyOf(fields);
  const entry = (await findCollection(store, branch, type)) ?? (await made(store, branch, type));
  const map = collectionMap(store, branch.workspaceId);
  const path = `fieldIndexes.${key}` as const;
  if (on) await map.updateOne({ _id: entry._id }, { $set: { [path]: { by, at: new Date() } } });
  else {
    await map.updateOne({ _id: entry._id }, { $unset: { [path]: true } });
    await dropIndexes(store, branch.workspaceId, { entryId: entry._id, key });
  }
  return { workspaceId: branch.workspaceId, entryId: entry._id };
}

async function made(store: Store, branch: Branch, type: string): Promise<CollectionEntry> {
  await makeCollection(store, branch, type);
  return (await findCollection(store, branch, type))!;
}

/** Drops the indexes with a key; also those that were not switched on here. */
export async function dropIndexes(
  store: Store,
  workspaceId: string,
  { entryId, key }: { entryId: string; key: string },
): Promise<void> {
  // If the records move meanwhile, the index moves with them: retry.
  for (let tries = 0; tries < maxTries; tries++) {
    const entry = await collectionMap(store, workspaceId).findOne({ _id: entryId });
    if (!entry) return;
    const found = await readIndexes(store, workspaceId, entry.collection);
    const own = found.filter((index) => keyIn(index) === key);
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
    const { collection, key } = missing;
    try {
      const records = store.workspaceDb(workspaceId).collection(collection);
      const order = Object.fromEntries(fieldsIn(key).map((field) => [field, 1] as const));
      await records.createIndex(order, { name: nameOf(key) });
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      if (retriedCodes.has(Number(error.code))) await pause(againAfterMs);
      else await markFailed(store, { workspaceId, entryId }, { key, error: reasonOf(error, collection) });
    }
  }
}

/** Why an index could not be built, without internal database names. */
function reasonOf({ code, message }: MongoServerError, collection: string): string {
  if (code === 67 && /too many indexes/.test(message)) {
    return 'These records already have too many indexes (the database allows 64): turn another one off, then try again.';
  }
  if (code === 171)
    return 'Two of the fields have lists of values in some records: an index can contain only one list.';
  return `The database could not build the index: ${message.replaceAll(new RegExp(`\\S*${collection}`, 'g'), 'the records')}`;
}

async function missingOf(
  store: Store,
  workspaceId: string,
  entryId: string,
): Promise<{ collection: string; key: string } | undefined> {
  const entry = await collectionMap(store, workspaceId).findOne({ _id: entryId });
  if (!entry) return undefined;
  const { collection, fieldIndexes = {} } = entry;
  const indexes = await readIndexes(store, workspaceId, collection);
  const ready = new Set(indexes.filter(({ isReady }) => isReady).map(keyIn));
  const [key] = Object.entries(fieldIndexes).flatMap(([name, { error }]) =>
    error === undefined && !ready.has(name) ? [name] : [],
  );
  return key === undefined ? undefined : { collection, key };
}

/** The keys of the indexes that a collection has or is to get. */
export async function keysOf(store: Store, workspaceId: string, entry: CollectionEntry): Promise<string[]> {
  const indexes = await readIndexes(store, workspaceId, entry.collection);
  const existing = indexes.flatMap((index) => keyIn(index) ?? []);
  return [...new Set([...existing, ...Object.keys(entry.fieldIndexes ?? {})])];
}

async function markFailed(
  store: Store,
  { workspaceId, entryId }: IndexJob,
  { key, error }: { key: string; error: string },
): Promise<void> {
  const path = `fieldIndexes.${key}` as const;
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

/** The indexes that a type has or is to get, except those on ids and those that an operator ordered otherwise. */
export async function readFieldIndexes(store: Store, branch: Branch, type: string): Promise<FieldIndexOf[]> {
  const { workspaceId } = branch;
  const entry = await findCollection(store, branch, type);
  if (!entry) return [];
  const { collection, fieldIndexes = {} } = entry;
  const indexes = await readIndexes(store, workspaceId, collection);
  const byKey = new Map(indexes.map((index) => [keyIn(index), index]));
  byKey.delete(undefined);
  const keys = new Set([...Object.keys(fieldIndexes), ...(byKey.keys() as MapIterator<string>)]);
  if (keys.size === 0) return [];
  const isBuilding = [...keys].some((key) => !byKey.get(key)?.isReady);
  const sizes = await readIndexSizes(store, workspaceId, collection);
  const percents = isBuilding ? await readBuildPercents(store, workspaceId, collection) : new Map<string, number>();
  return [...keys].map((key): FieldIndexOf => {
    const index = byKey.get(key);
    const error = fieldIndexes[key]?.error ?? null;
    const nothing = { fields: fieldsIn(key), percent: null, sizeBytes: null, error: null };
    if (index?.isReady) return { ...nothing, state: 'on', sizeBytes: sizes[index.name] ?? null };
    if (error !== null) return { ...nothing, state: 'failed', error };
    return { ...nothing, state: 'building', percent: percents.get(nameOf(key)) ?? null };
  });
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

/** The key of an index that can be switched on: of one field, or of several in ascending order. */
function keyIn({ name, key }: CollectionIndex): string | undefined {
  // It keeps values different and leaves out records without one.
  if (isUniqueIndex(name)) return undefined;
  const fields = Object.keys(key);
  const isSwitchable = fields.length === 1 ? fields[0] !== '_id' : Object.values(key).every((order) => order === 1);
  return isSwitchable ? keyOf(fields) : undefined;
}

async function ignoringGone(work: Promise<unknown>): Promise<void> {
  const goneCodes = [26, 27];
  try {
    await work;
  } catch (error) {
    if (!(error instanceof MongoServerError && goneCodes.includes(Number(error.code)))) throw error;
  }
}
