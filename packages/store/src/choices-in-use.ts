import type { Branch } from './branches.ts';
import { findCollection } from './collections.ts';
import { readLimitMs, withProblems } from './problem-from.ts';
import { recordsIn } from './record-document.ts';
import type { Store } from './store.ts';

/** Choices of a field, by what a question calls it and by the type whose field it is. */
export interface WantedChoices {
  path: string;
  type: string;
  field: string;
  values: readonly string[];
}

/** Each of them may cost a scan. */
const mostFields = 5;

/** Which of some choices there are records with, by what the question calls the field. */
export async function choicesInUse(
  store: Store,
  branch: Branch,
  wanted: readonly WantedChoices[],
): Promise<Map<string, string[]>> {
  const found = wanted
    .slice(0, mostFields)
    .map(async (one): Promise<[string, string[]]> => [one.path, await inUse(store, branch, one)]);
  return new Map(await Promise.all(found));
}

async function inUse(store: Store, branch: Branch, { type, field, values }: WantedChoices): Promise<string[]> {
  const entry = await findCollection(store, branch, type);
  if (!entry) return [];
  const records = recordsIn(store, branch.workspaceId, entry.collection);
  const match = { [field]: { $in: [...values] } };
  const held = await withProblems(() => records.distinct(field, match, { maxTimeMS: readLimitMs }));
  // A record with several values has others beside those that are looked for.
  return values.filter((value) => (held as unknown[]).includes(value));
}
