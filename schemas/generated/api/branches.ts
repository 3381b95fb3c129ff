// Made from api/branches.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment } from './parts.ts';
import type { ProblemDetail, ProblemDocument } from './problem.ts';
import type { FieldChangePreview, TypeUse } from './records.ts';
import type { CreatedBranch } from './workspaces.ts';

/**
 * One line while a merge runs; the last one has the result or a problem.
 */
export type MergeLine =
  | {
      progress: MergeProgress;
    }
  | {
      result: MergeResult;
    }
  | {
      problem: ProblemDocument;
    };
/**
 * One line while a branch is made; the last one has the branch or a problem.
 */
export type BranchLine =
  | {
      progress: BranchProgress;
    }
  | {
      result: CreatedBranch;
    }
  | {
      problem: ProblemDocument;
    };

/**
 * Who may change the branch directly, and who may merge into it.
 */
export interface BranchProtection {
  /**
   * The least role that may do it.
   */
  write: 'member' | 'admin' | 'owner';
  /**
   * The least role that may do it.
   */
  merge: 'member' | 'admin' | 'owner';
}
export interface BranchPatch {
  /**
   * A new name.
   */
  name?: string;
  protection?: BranchProtection;
}
export interface BranchAuthor {
  /**
   * The id of a person, or what else wrote it.
   */
  by: string;
  at: Moment;
  /**
   * The name of the person or API key; absent for anything else.
   */
  name?: string;
}
export interface BranchDetails {
  id: Id;
  name: string;
  createdAt: Moment;
  createdBy: string;
  /**
   * The branch it was copied from; absent for the first one.
   */
  from?: string;
  protection: BranchProtection;
  /**
   * Null if nothing was changed since it was made.
   */
  lastChange: BranchAuthor | null;
  /**
   * Who changed it lately, the last one first.
   */
  authors: BranchAuthor[];
  /**
   * How many records and definitions changed since the last commit.
   */
  uncommitted: Count;
  /**
   * `uncommitted` is not exact: there are even more.
   */
  isMoreUncommitted?: true;
  /**
   * The name of the person or API key; absent for anything else.
   */
  createdByName?: string;
}
/**
 * A deleted branch that can be restored.
 */
export interface DeletedBranch {
  id: Id;
  name: string;
  deletedAt: Moment;
  deletedBy: string;
  keptUntil: Moment;
  records: Count;
}
export interface BranchRestoring {
  /**
   * A name, if another branch has taken its own.
   */
  name?: string;
}
export interface ChangeCounts {
  created: Count;
  updated: Count;
  deleted: Count;
}
export interface Commit {
  id: Id;
  /**
   * `commit` names what was changed on the branch itself.
   */
  kind: 'commit' | 'merge' | 'revert';
  message: string;
  by: string;
  at: Moment;
  /**
   * How many records changed, by type; `report`, `dashboard`, `workflow`, `file` and `(type)` are the built-in ones.
   */
  counts: {
    [k: string]: ChangeCounts;
  };
  /**
   * The branch that was merged.
   */
  from?: string;
  /**
   * The commit that was taken back.
   */
  reverts?: Id;
  /**
   * The name of the person or API key; absent for anything else.
   */
  byName?: string;
}
export interface CommitPage {
  /**
   * How many records changed, by type; `report`, `dashboard`, `workflow`, `file` and `(type)` are the built-in ones.
   */
  uncommitted: {
    [k: string]: ChangeCounts;
  };
  /**
   * The newest first.
   */
  commits: Commit[];
  /**
   * Requests older commits; absent on the last page.
   */
  nextCursor?: string;
}
export interface NewCommit {
  /**
   * What was changed, and why.
   */
  message: string;
}
export interface ChangedPart {
  /**
   * A field; of a report, dashboard, workflow or type, `definition/<key>`.
   */
  part: string;
  /**
   * The value before; absent if it was empty.
   */
  before?: unknown;
  /**
   * The value after; absent if it is empty.
   */
  after?: unknown;
}
export interface Difference {
  type: string;
  id: Id;
  kind: 'create' | 'update' | 'delete';
  /**
   * What people call the record.
   */
  label: string;
  parts: ChangedPart[];
}
export interface DifferencePage {
  /**
   * In the order of the ids.
   */
  differences: Difference[];
  /**
   * Requests the next page; absent on the last one.
   */
  nextCursor?: string;
  /**
   * The names of related records and people, by id.
   */
  labels: {
    [k: string]: string;
  };
}
export interface ConflictPart {
  /**
   * The part that both branches changed; empty for a whole record that one of them deleted.
   */
  part: string;
  /**
   * The value before both changes; absent if it was empty.
   */
  base?: unknown;
  /**
   * The value on the branch that is merged into.
   */
  into?: unknown;
  /**
   * The value on the other branch.
   */
  from?: unknown;
  /**
   * Identifies these values; a decision names it.
   */
  seen: string;
  /**
   * Who gave it its value on the branch that is merged into; absent if nobody knows.
   */
  intoBy?: PartAuthor;
  /**
   * The same on the other branch.
   */
  fromBy?: PartAuthor;
}
export interface PartAuthor {
  by: string;
  /**
   * The name of the person or API key; absent for anything else.
   */
  byName?: string;
  at: Moment;
}
/**
 * What happens to records because their type is merged.
 */
export interface MergedType {
  type: string;
  /**
   * The records whose type is gone after the merge: they are removed with it, or do not come along.
   */
  removed: number;
  /**
   * The names of the first of them.
   */
  removedExamples: string[];
  /**
   * The values that do not fit the merged type.
   */
  lost: number;
  fields: FieldChangePreview[];
}
export interface MergeConflict {
  type: string;
  id: Id;
  label: string;
  parts: ConflictPart[];
}
export interface MergePreview {
  from: string;
  into: string;
  /**
   * How many records changed, by type; `report`, `dashboard`, `workflow`, `file` and `(type)` are the built-in ones.
   */
  counts: {
    [k: string]: ChangeCounts;
  };
  conflictCount: Count;
  /**
   * A page of the records in conflict.
   */
  conflicts: MergeConflict[];
  /**
   * Requests the next page of conflicts; absent on the last one.
   */
  nextCursor?: string;
  /**
   * The types whose merge changes records; empty if none does.
   */
  types: MergedType[];
  /**
   * Why the merged records do not fit the merged types; empty if they do.
   */
  refusals: ProblemDetail[];
  /**
   * The reports, dashboards, views and workflows that work on one of the branches and would not work, or not in full, after the merge.
   */
  stops: TypeUse[];
  /**
   * The names of related records and people, by id.
   */
  labels: {
    [k: string]: string;
  };
}
/**
 * What a merge would do with the decisions taken so far.
 */
export interface DecidedMerge {
  /**
   * How many records change, by type.
   */
  counts: {
    [k: string]: ChangeCounts;
  };
  /**
   * How many records still have a conflict without a decision.
   */
  conflictCount: Count;
  /**
   * The types whose merge changes records; empty if none does.
   */
  types: MergedType[];
  /**
   * Why the merged records do not fit the merged types; empty if they do.
   */
  refusals: ProblemDetail[];
}
export interface RevertPreview {
  /**
   * How many records changed, by type; `report`, `dashboard`, `workflow`, `file` and `(type)` are the built-in ones.
   */
  counts: {
    [k: string]: ChangeCounts;
  };
  conflictCount: Count;
  /**
   * A page of the records that were changed again since: `base` has the values after the commit, `into` those now, `from` those before the commit. A decision takes `into` to keep a value, `from` to take it back as well.
   */
  conflicts: MergeConflict[];
  /**
   * Requests the next page of conflicts; absent on the last one.
   */
  nextCursor?: string;
  /**
   * The types whose merge changes records; empty if none does.
   */
  types: MergedType[];
  /**
   * Why the merged records do not fit the merged types; empty if they do.
   */
  refusals: ProblemDetail[];
  /**
   * The names of related records and people, by id.
   */
  labels: {
    [k: string]: string;
  };
}
export interface ConflictDecision {
  type: string;
  id: Id;
  part: string;
  /**
   * `into` keeps the value of the branch that is merged into, `from` takes that of the other one, `value` sets another one.
   */
  take: 'into' | 'from' | 'value';
  /**
   * With `value`: what a field of a record gets, in the form of the record's own fields; null or absent empties it.
   */
  value?: unknown;
  /**
   * The `seen` of the conflict, as it was decided.
   */
  seen: string;
}
export interface NewMerge {
  /**
   * The branch to merge.
   */
  from: string;
  /**
   * The branch that gets its changes.
   */
  into: string;
  /**
   * What the merge brings.
   */
  message?: string;
  /**
   * @maxItems 10000
   */
  decisions?: ConflictDecision[];
  /**
   * Whether values that do not fit the merged types may be lost, and records whose type is gone.
   */
  acceptLoss?: boolean;
  /**
   * The side for conflicts without a decision; without it, they refuse the merge.
   */
  rest?: 'into' | 'from';
}
export interface NewRevert {
  /**
   * Why it is taken back.
   */
  message?: string;
  /**
   * @maxItems 10000
   */
  decisions?: ConflictDecision[];
  /**
   * Whether values that do not fit the merged types may be lost, and records whose type is gone.
   */
  acceptLoss?: boolean;
  /**
   * For records that were changed again since: `into` keeps them, `from` takes them back as well.
   */
  rest?: 'into' | 'from';
}
export interface MergeResult {
  /**
   * Null if there was nothing to do.
   */
  commit: Commit | null;
}
export interface MergeProgress {
  /**
   * The number of records compared so far.
   */
  looked: Count;
}
export interface BranchProgress {
  /**
   * The number of records copied so far.
   */
  records: Count;
  total: Count;
}
