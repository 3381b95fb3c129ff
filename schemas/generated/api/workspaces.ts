// Made from api/workspaces.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Name, Role, Timezone, WeekStart } from './parts.ts';

export interface Workspace {
  id: Id;
  name: string;
  role: Role;
  /**
   * What the person may do there. `manage`: members, keys and branches. `tune`: indexes.
   */
  abilities: ('read' | 'write' | 'manage' | 'tune')[];
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
