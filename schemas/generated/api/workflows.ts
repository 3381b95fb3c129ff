// Made from api/workflows.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Revision } from './parts.ts';
import type { RunStatus } from './runs.ts';
import type { Workflow } from '../workflow.ts';

/**
 * The account names without a linked account; steps that need them do not run.
 */
export type MissingAccounts = string[];

export interface SavedWorkflow {
  id: Id;
  name: string;
  revision: Revision;
  definition: Workflow;
  /**
   * Whether deliveries start runs.
   */
  on: boolean;
  /**
   * The linked account for each account name in the definition.
   */
  accounts: {
    [k: string]: Id;
  };
  missingAccounts: MissingAccounts;
}
/**
 * The address that starts one workflow.
 */
export interface WorkflowAddress {
  address: string;
}
/**
 * The last runs of a workflow, newest first.
 */
export interface WorkflowActivity {
  workflowId: Id;
  /**
   * When its schedule starts it next; null without a schedule, or while it is off.
   */
  nextAt: Moment | null;
  /**
   * The workflow's own address, which starts it; null without one, and for those who may only read.
   */
  address: string | null;
  runs: {
    id: Id;
    status: RunStatus;
    queuedAt: Moment;
  }[];
}
export interface WorkflowSettings {
  /**
   * Whether deliveries start runs.
   */
  on: boolean;
  /**
   * The linked account for each account name in the definition.
   */
  accounts: {
    [k: string]: Id;
  };
  missingAccounts: MissingAccounts;
}
/**
 * A workflow to create or, with `id` and `revision`, to save over an existing one.
 */
export interface NewWorkflow {
  id?: Id;
  revision?: Revision;
  name: string;
  /**
   * A workflow definition; the answer lists every mistake in it.
   */
  definition: unknown;
  on?: boolean;
}
export interface WorkflowSettingsPatch {
  on?: boolean;
  /**
   * Linked accounts by account name; null unselects one.
   */
  accounts?: {
    [k: string]: string | null;
  };
}
