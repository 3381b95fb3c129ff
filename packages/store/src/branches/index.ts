export { listBranches, mainBranch, openBranch, openBranchOf } from '../database/branches.ts';
export { createMainBranch } from './main-branch.ts';
export type { Branch, BranchSummary, WeekStart, WorkspaceCalendar } from '../database/branches.ts';
export { createBranch } from './copy-branch.ts';
export { deleteBranch } from './delete-branch.ts';
export { listDeletedBranches, restoreBranch } from './deleted-branches.ts';
export type { DeletedBranch } from './deleted-branches.ts';
export { renameBranch } from './rename-branch.ts';
