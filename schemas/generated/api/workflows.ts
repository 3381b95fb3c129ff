// Made from api/workflows.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Revision } from './parts.ts';
import type { ProblemDetail } from './problem.ts';
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
  /**
   * The app that it came with, and that alone changes it.
   */
  app?: string;
}
/**
 * Unpublished changes to a workflow, or a workflow that was never published.
 */
export interface WorkflowDraft {
  workflowId: Id;
  name: string;
  /**
   * The workflow; it may have mistakes.
   */
  definition: unknown;
  /**
   * The linked account for each account name in the definition; used once it is published.
   */
  accounts: {
    [k: string]: Id;
  };
  /**
   * The published revision that it changes; null if none was published.
   */
  baseRevision: Revision | null;
  /**
   * Increases with each save; 0 if nothing was saved since it was published.
   */
  version: Count;
  updatedAt: Moment;
  /**
   * A person's id or `key:<id>`.
   */
  updatedBy: string;
  /**
   * What keeps it from being published, each with its place.
   */
  mistakes: ProblemDetail[];
  /**
   * The connectors whose installed version it uses once it is published; until then it stays on another one.
   */
  moves: {
    connector: string;
    from: string;
    to: string;
  }[];
}
/**
 * A draft to save; it may have mistakes.
 */
export interface WorkflowDraftPut {
  name: string;
  definition: {
    [k: string]: unknown;
  };
  /**
   * The linked account for each account name in the definition; as before by default.
   */
  accounts?: {
    [k: string]: Id;
  };
  /**
   * The version that you read; 0 or absent if there was none.
   */
  version?: Count;
}
/**
 * Publishes a draft.
 */
export interface WorkflowPublishing {
  /**
   * The version of the draft that you read.
   */
  version: Count;
}
/**
 * A published version of a workflow.
 */
export interface WorkflowVersion {
  revision: Revision;
  name: string;
  definition: Workflow;
  publishedAt: Moment;
  /**
   * A person's id or `key:<id>`.
   */
  publishedBy: string;
}
/**
 * Values that the templates of a workflow can read, from its last run or the last fitting delivery.
 */
export interface WorkflowSample {
  /**
   * Where they come from; null if there is nothing yet.
   */
  from: {
    kind: 'run' | 'delivery';
    id: Id;
  } | null;
  trigger: {
    [k: string]: unknown;
  };
  /**
   * The outputs of steps, by step id; of those in loops, the one of the first turn.
   */
  steps: {
    [k: string]: unknown;
  };
}
/**
 * What is tested of a workflow, and with which values.
 */
export interface WorkflowTesting {
  stepId: string;
  /**
   * Only the step, or also everything after it.
   */
  scope: 'step' | 'rest';
  /**
   * The delivery to begin with, instead of the last run or delivery.
   */
  delivery?: Id;
  /**
   * The values of the start, instead of those of a run or delivery.
   */
  trigger?: {
    [k: string]: unknown;
  };
  /**
   * The outputs of steps before it, by step id, instead of those of the last run.
   */
  steps?: {
    [k: string]: unknown;
  };
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
  /**
   * The accounts chosen for it that do not work; neither do its steps or its trigger that use them.
   */
  brokenAccounts: {
    id: Id;
    label: string;
    reason: string;
  }[];
  runs: {
    id: Id;
    status: RunStatus;
    queuedAt: Moment;
  }[];
}
/**
 * What another service sends to an address of its own because workflows need it. It is ended when none needs it any more.
 */
export interface Subscription {
  id: Id;
  accountId: Id;
  connector: string;
  /**
   * Null for the only webhook of the connector.
   */
  webhook: string | null;
  /**
   * What was entered for it, such as the repository.
   */
  input: {
    [k: string]: unknown;
  };
  /**
   * `waiting` until the service has it; `failed` while the service does not accept it.
   */
  state: 'waiting' | 'active' | 'failed' | 'ending';
  /**
   * When the service accepted it; null before.
   */
  since: Moment | null;
  /**
   * When it ends unless it is renewed; null if it does not end.
   */
  endsAt: Moment | null;
  /**
   * Why the last request about it failed; null if it did not.
   */
  error: {
    message: string;
    at: Moment;
  } | null;
  /**
   * When it is renewed, or the service is asked again; null if there is nothing to do.
   */
  nextAt: Moment | null;
  /**
   * The workflows that need it.
   */
  workflows: {
    branchId: Id;
    branchName: string;
    workflowId: Id;
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
