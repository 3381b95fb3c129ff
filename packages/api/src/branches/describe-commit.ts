import type { Commit } from '@tallyhook/schemas/api';
import type { CommitDocument } from '@tallyhook/store/commits';

/** A commit as callers see it, with the names of people by id. */
export function describeCommit(
  { _id: id, kind, message, by, at, counts, from, reverts }: CommitDocument,
  names: Record<string, string> = {},
): Commit {
  const byName = Object.hasOwn(names, by) ? { byName: names[by]! } : {};
  const more = { ...byName, ...(from && { from: from.name }), ...(reverts !== undefined && { reverts }) };
  return { id, kind, message, by, at: at.toISOString(), counts, ...more };
}
