// Made from api/workspaces.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Name, Role, Timezone, WeekStart } from './parts.ts';

export interface Workspace {
  id: Id;
  name: string;
  role: Role;
  abilities: ('read' | 'write' | 'manage' | 'tune')[];
  branches: string[];
  timezone: string;
  /**
   * The day on which a week begins; if not given, the workspace's.
   */
  weekStart: 'monday' | 'sunday' | 'saturday';
}
export interface ChangedWorkspace {
  id: Id;
  name: string;
  createdAt: Moment;
  timezone: string;
  /**
   * The day on which a week begins; if not given, the workspace's.
   */
  weekStart: 'monday' | 'sunday' | 'saturday';
}
export interface CreatedWorkspace {
  id: Id;
  name: string;
  createdAt: Moment;
  timezone: string;
  /**
   * The day on which a week begins; if not given, the workspace's.
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
  from?: string;
}
