export { commitBranch, getCommit, listCommits, readUncommitted } from './commit-branch.ts';
export type { Uncommitted } from './commit-branch.ts';
export type { ChangeCounts, CommitDocument } from './commits.ts';
