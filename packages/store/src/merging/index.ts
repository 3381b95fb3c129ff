export { mergeBranch } from './merge-branch.ts';
export type { MergeOptions } from './merge-branch.ts';
export { revertCommit } from './revert-commit.ts';
export type { RevertOptions } from './revert-commit.ts';
export type { Decision, Decisions } from './merging.ts';
export type { PartConflict, Side } from './three-way.ts';
export { listCommitDifferences, listMergeDifferences, previewDecided, previewMerge } from './preview-merge.ts';
export type { DecidedMerge, Difference, DifferencePage, MergeConflict, MergePreview } from './preview-merge.ts';
export type { TypeEffect } from './type-effects.ts';
