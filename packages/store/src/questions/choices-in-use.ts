import type { Turn } from '@tallyhook/query';
import type { Branch } from '../database/branches.ts';
import { findCollection } from '../collections/collections.ts';
import { readDespiteDrops } from '../database/killed-read.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';

/** The choices of a field, with the field's path in the question and the type that has the field. */
export interface WantedChoices {
  path: string;
  type: string;
  field: string;
  values: readonly string[];
}

/** Limited, because each field may cost a scan. */
const maxFields = 5;

/**
 * Finds which of the given choices occur in records, by the field's path in the question.
 * @throws Problem `query_timeout`, `unavailable`.
 */
export async function choicesInUse(
  store: Store,
  branch: Branch,
  wanted: readonly WantedChoices[],
  turn: Turn,
): Promise<Map<string, string[]>> {
  const found = wanted
    .slice(0, maxFields)
    .map(async (one): Promise<[string, string[]]> => [one.path, await inUse(store, branch, one, turn)]);
  return new Map(await Promise.all(found));
}

async function inUse(
  store: Store,
  branch: Branch,
  { type, field, values }: WantedChoices,
  { deadlineAt, left }: Turn,
): Promise<string[]> {
  const db = store.workspaceDb(branch.workspaceId);
  const query = { [field]: { $in: [...values] } };
  const read = async (maxTimeMS: number): Promise<unknown[]> => {
    const entry = await findCollection(store, branch, type);
    if (!entry) return [];
    // The driver's own `distinct` takes no signal.
    const command = { distinct: entry.collection, key: field, query, maxTimeMS, readConcern: { level: 'majority' } };
    return (await db.command(command, { signal: left })).values as unknown[];
  };
  const held = await withProblems(() => readDespiteDrops(deadlineAt, read));
  // A record with several values also returns values that were not asked for.
  return values.filter((value) => held.includes(value));
}
