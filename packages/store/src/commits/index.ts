export { commitBranch, getCommit, listCommits, readUncommitted } from './commit-branch.ts';
export type { Uncommitted } from './commit-branch.ts';
export type { ChangeCounts, CommitDocument } from './commits.ts';
export { describeBranches } from './describe-branches.ts';
export type { BranchAuthor, BranchDetails } from './describe-branches.ts';
export { listUnpublished, notePublished } from './unpublished.ts';
export type { UnpublishedCommit } from './unpublished.ts';
