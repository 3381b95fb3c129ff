import type { Commit } from '@tallyhook/schemas/api';
import type { CommitDocument } from '@tallyhook/store/commits';

/** A commit as callers see it. */
export function describeCommit({ _id: id, kind, message, by, at, counts, from, reverts }: CommitDocument): Commit {
  const more = { ...(from && { from: from.name }), ...(reverts !== undefined && { reverts }) };
  return { id, kind, message, by, at: at.toISOString(), counts, ...more };
}
