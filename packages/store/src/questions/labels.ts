import { people } from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import { keyNames } from '../keys/api-keys.ts';
import { formatDay } from '../collections/calendar.ts';
import type { Branch } from '../database/branches.ts';
import { findCollection } from '../collections/collections.ts';
import { fileType, typeOf } from '../collections/hidden-types.ts';
import { personNames } from '../people/people.ts';
import { readLimitMs, withProblems } from '../database/problem-from.ts';
import { recordsIn, valueIn, type StoredValue } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';

/**
 * Reads the labels of records by type and id, and the names of people and API keys under `people`, those of files under `file`. A deleted record has
 * no label; a record with an empty label field has an empty one.
 * @throws Problem `not_found` for an unknown type name.
 */
export async function readLabels(
  store: Store,
  branch: Branch,
  wanted: Record<string, readonly string[]>,
): Promise<Record<string, Record<string, string>>> {
  const labels = Object.entries(wanted).map(
    async ([type, ids]) =>
      [type, await (type === people ? namesOf(store, branch, ids) : labelsOf(store, branch, type, ids))] as const,
  );
  return Object.fromEntries(await Promise.all(labels));
}

/** The names of people and API keys (`key:<id>`) that made, changed or are named in records. */
async function namesOf(store: Store, { workspaceId }: Branch, ids: readonly string[]): Promise<Record<string, string>> {
  const keyIds = ids.filter((id) => id.startsWith(keyPrefix)).map((id) => id.slice(keyPrefix.length));
  const [persons, keys] = await withProblems(() =>
    Promise.all([personNames(store, ids), keyNames(store, workspaceId, keyIds)]),
  );
  const ofKeys = keyIds.map((id): [string, string] => {
    const name = keys[id];
    return [keyPrefix + id, name === undefined ? 'A revoked API key' : `API key “${name}”`];
  });
  return { ...persons, ...Object.fromEntries(ofKeys) };
}

const keyPrefix = 'key:';

async function labelsOf(
  store: Store,
  branch: Branch,
  typeName: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const { labelField } = typeName === fileType.name ? fileType : typeOf(branch, typeName);
  const entry = await findCollection(store, branch, typeName);
  if (!entry || ids.length === 0) return {};
  const objectIds = ids.filter((id) => ObjectId.isValid(id)).map((id) => new ObjectId(id));
  const records = recordsIn(store, branch.workspaceId, entry.collection).find(
    { _id: { $in: objectIds } },
    { projection: { [labelField]: 1 }, maxTimeMS: readLimitMs },
  );
  const found = await withProblems(() => records.toArray());
  return Object.fromEntries(found.map((record) => [record._id.toHexString(), labelText(valueIn(record, labelField))]));
}

function labelText(value: StoredValue | undefined): string {
  if (value instanceof Date) return value.getTime() % 86_400_000 === 0 ? formatDay(value) : value.toISOString();
  return value === undefined ? '' : String(value);
}
