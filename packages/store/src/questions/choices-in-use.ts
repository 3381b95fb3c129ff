import type { Turn } from '@tallyhook/query';
import type { Branch } from '../database/branches.ts';
import { findCollection } from '../collections/collections.ts';
import { readDespiteDrops } from '../database/killed-read.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';

/** Choices of a field, by what a question calls it and by the type whose field it is. */
export interface WantedChoices {
  path: string;
  type: string;
  field: string;
  values: readonly string[];
}

/** Each of them may cost a scan. */
const mostFields = 5;

/**
 * Which of some choices there are records with, by what the question calls the field.
 * @throws Problem `query_timeout`, `unavailable`.
 */
export async function choicesInUse(
  store: Store,
  branch: Branch,
  wanted: readonly WantedChoices[],
  turn: Turn,
): Promise<Map<string, string[]>> {
  const found = wanted
    .slice(0, mostFields)
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
  // A record with several values has others beside those that are looked for.
  return values.filter((value) => held.includes(value));
}
