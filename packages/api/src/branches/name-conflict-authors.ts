import type { MergeConflict, PartAuthor } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { nameAuthors } from './name-values.ts';

/** Adds the names of the people and API keys who gave the parts in conflict their values. */
export async function nameConflictAuthors(
  store: Store,
  branch: Branch,
  conflicts: readonly MergeConflict[],
): Promise<MergeConflict[]> {
  const authors = conflicts.flatMap(({ parts }) => parts.flatMap(({ intoBy, fromBy }) => [intoBy, fromBy]));
  const ids = authors.flatMap((author) => author?.by ?? []);
  const names = await nameAuthors(store, branch, ids);
  const named = (author: PartAuthor): PartAuthor =>
    Object.hasOwn(names, author.by) ? { ...author, byName: names[author.by]! } : author;
  return conflicts.map((conflict) => ({
    ...conflict,
    parts: conflict.parts.map(({ intoBy, fromBy, ...part }) => ({
      ...part,
      ...(intoBy && { intoBy: named(intoBy) }),
      ...(fromBy && { fromBy: named(fromBy) }),
    })),
  }));
}
