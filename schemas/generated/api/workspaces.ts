// Made from api/workspaces.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Name, Role, Timezone, WeekStart } from './parts.ts';

export interface Workspace {
  id: Id;
  name: string;
  role: Role;
  /**
   * What the person may do there. `write`: change a branch. `merge`: merge into it. `act`: link accounts, run workflows, make branches. `manage`: members and keys. `tune`: indexes.
   */
  abilities: ('read' | 'write' | 'merge' | 'act' | 'manage' | 'tune')[];
  /**
   * The branches on which the person may do less, with what they may do there.
   */
  limits: BranchLimits[];
  /**
   * Names of the branches.
   */
  branches: string[];
  /**
   * The IANA time zone in which days begin for questions that name none.
   */
  timezone: string;
  /**
   * The first day of the week; default the workspace's.
   */
  weekStart: 'monday' | 'sunday' | 'saturday';
}
export interface BranchLimits {
  branch: string;
  abilities: ('read' | 'write' | 'merge' | 'act' | 'manage' | 'tune')[];
}
export interface ChangedWorkspace {
  id: Id;
  name: string;
  createdAt: Moment;
  timezone: string;
  /**
   * The first day of the week; default the workspace's.
   */
  weekStart: 'monday' | 'sunday' | 'saturday';
}
export interface CreatedWorkspace {
  id: Id;
  name: string;
  createdAt: Moment;
  timezone: string;
  /**
   * The first day of the week; default the workspace's.
   */
  weekStart: 'monday' | 'sunday' | 'saturday';
  role: Role;
  branches: string[];
}
export interface Branch {
  id: Id;
  name: string;
  createdAt: Moment;
  createdBy: string;
  /**
   * The branch it was copied from; absent for the first one.
   */
  from?: string;
}
export interface CreatedBranch {
  id: Id;
  name: string;
  from: string;
}
export interface NewWorkspace {
  name: Name;
  timezone?: Timezone;
  weekStart?: WeekStart;
}
export interface WorkspacePatch {
  name?: Name;
  timezone?: Timezone;
  weekStart?: WeekStart;
}
export interface NewBranch {
  name: string;
  /**
   * The branch to copy.
   */
  from?: string;
}
