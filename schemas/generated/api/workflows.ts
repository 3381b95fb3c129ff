// Made from api/workflows.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Revision } from './parts.ts';
import type { Workflow } from '../workflow.ts';

export type MissingAccounts = string[];

export interface SavedWorkflow {
  id: Id;
  name: string;
  revision: Revision;
  definition: Workflow;
  on: boolean;
  accounts: {
    [k: string]: Id;
  };
  missingAccounts: MissingAccounts;
}
export interface WorkflowSettings {
  on: boolean;
  accounts: {
    [k: string]: Id;
  };
  missingAccounts: MissingAccounts;
}
export interface NewWorkflow {
  id?: Id;
  revision?: Revision;
  name: string;
  definition: unknown;
  on?: boolean;
}
export interface WorkflowSettingsPatch {
  on?: boolean;
  accounts?: {
    [k: string]: string | null;
  };
}
