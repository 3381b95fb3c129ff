export { listBranches, mainBranch, openBranch } from '../database/branches.ts';
export { createMainBranch } from './main-branch.ts';
export type { Branch, BranchSummary, WeekStart, WorkspaceCalendar } from '../database/branches.ts';
export { createBranch } from './copy-branch.ts';
export { deleteBranch } from './delete-branch.ts';
