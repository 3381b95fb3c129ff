import { fieldsOf } from '@tallyhook/query';
import type { RecordType } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import { collectionMap, findCollection, type CollectionEntry } from '../collections/collections.ts';
import type { Store } from '../database/store.ts';
import { dropIndexes, fieldsIn, keysOf } from './field-indexes.ts';

/**
 * Runs a change of a type after dropping the indexes that the changed type cannot have; the database would refuse
 * records with two lists in one index. If the change fails, they are wanted again, and `buildFieldIndexes` builds them.
 */
export async function withoutUnfitIndexes<Result>(
  store: Store,
  branch: Branch,
  { before, after }: { before: RecordType; after: RecordType },
  change: () => Promise<Result>,
): Promise<Result> {
  const entry = await findCollection(store, branch, after.name);
  const keys = entry === null ? [] : await keysOf(store, branch.workspaceId, entry);
  const unfit = keys.filter((key) => canHaveIndex(before, fieldsIn(key)) && !canHaveIndex(after, fieldsIn(key)));
  if (entry === null || unfit.length === 0) return change();
  await forget(store, branch, entry, unfit);
  try {
    return await change();
  } catch (error) {
    await wantAgain(store, branch, entry, unfit);
    throw error;
  }
}

/** Whether a type can have an index on these fields: it has them, none is yes or no, and at most one is a list. */
export function canHaveIndex(type: RecordType, names: readonly string[]): boolean {
  const fields = names.map((name) => fieldsOf(type).find((field) => field.name === name));
  const lists = fields.filter((field) => field?.many);
  return fields.every((field) => field !== undefined && field.kind !== 'yesNo') && lists.length <= 1;
}

async function forget(
  store: Store,
  { workspaceId }: Branch,
  { _id }: CollectionEntry,
  keys: readonly string[],
): Promise<void> {
  const unset = Object.fromEntries(keys.map((key) => [`fieldIndexes.${key}`, true as const]));
  await collectionMap(store, workspaceId).updateOne({ _id }, { $unset: unset });
  for (const key of keys) await dropIndexes(store, workspaceId, { entryId: _id, key });
}

async function wantAgain(
  store: Store,
  { workspaceId }: Branch,
  { _id, fieldIndexes = {} }: CollectionEntry,
  keys: readonly string[],
): Promise<void> {
  const wanted = keys.flatMap((key) =>
    fieldIndexes[key] ? [[`fieldIndexes.${key}`, fieldIndexes[key]] as const] : [],
  );
  if (wanted.length === 0) return;
  await collectionMap(store, workspaceId).updateOne({ _id }, { $set: Object.fromEntries(wanted) });
}
