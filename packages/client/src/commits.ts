import type { Commit, CommitPage, DifferencePage, MergeResult, NewRevert } from '@tallyhook/schemas/api';
import type { RoutePlace } from '@tallyhook/schemas/routes';
import type { Caller } from './caller.ts';

/** The commits of the branch. */
export interface Commits {
  /** Lists commits, the newest first, and counts what was changed since the last one. */
  list(options?: { cursor?: string }): Promise<CommitPage>;
  /** Commits everything that was changed since the last commit. */
  create(message: string): Promise<Commit>;
  /** Lists what a commit changed in one type; without `commit`, what was changed since the last one. */
  differences(wanted: RoutePlace<'GET /api/differences'>['query']): Promise<DifferencePage>;
  /** Takes back what a commit changed, as a new commit. @throws Problem `merge_conflict`. */
  revert(id: string, options?: NewRevert): Promise<MergeResult>;
}

export function createCommits({ call }: Caller): Commits {
  return {
    list: (options = {}) => call('GET /api/commits', { query: options }),
    create: (message) => call('POST /api/commits', { body: { message } }),
    differences: (wanted) => call('GET /api/differences', { query: wanted }),
    revert: (id, options = {}) => call('POST /api/commits/:id/revert', { path: { id }, body: options }),
  };
}
