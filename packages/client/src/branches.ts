import type {
  BranchDetails,
  BranchProtection,
  BranchRestoring,
  CreatedBranch,
  DeletedBranch,
  NewBranch,
} from '@tallyhook/schemas/api';
import type { Caller, LongCall } from './caller.ts';

/** The branches of the workspace. */
export interface Branches {
  list(): Promise<BranchDetails[]>;
  /** Creates a branch as a copy of another, by default of `main`. */
  create(branch: NewBranch, options?: LongCall<'POST /api/branches'>): Promise<CreatedBranch>;
  rename(name: string, to: string): Promise<BranchDetails>;
  /** Says who may change a branch directly, and who may merge into it. */
  protect(name: string, protection: BranchProtection): Promise<BranchDetails>;
  /** Deletes a branch; it can be restored for a week. */
  remove(name: string): Promise<void>;
  /** Lists the deleted branches that can be restored. */
  deleted(): Promise<DeletedBranch[]>;
  /** Restores a deleted branch by its id. Its workflows are off. */
  restore(id: string, options?: BranchRestoring): Promise<BranchDetails>;
}

export function createBranches({ call, callLong }: Caller): Branches {
  return {
    list: () => call('GET /api/branches', {}),
    create: (branch, options = {}) => callLong('POST /api/branches', { body: branch }, options),
    rename: (name, to) => call('PATCH /api/branches/:name', { path: { name }, body: { name: to } }),
    protect: (name, protection) => call('PATCH /api/branches/:name', { path: { name }, body: { protection } }),
    remove: (name) => call('DELETE /api/branches/:name', { path: { name } }),
    deleted: () => call('GET /api/deleted-branches', {}),
    restore: (id, options = {}) => call('POST /api/deleted-branches/:id/restore', { path: { id }, body: options }),
  };
}
