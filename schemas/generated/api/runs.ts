// Made from api/runs.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment } from './parts.ts';
import type { Workflow } from '../workflow.ts';

export type RunStatus = 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
export type StepStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface RunPage {
  runs: RunSummary[];
  counts: RunCounts;
  nextCursor?: string;
}
export interface CancelledRun {
  id: Id;
  status: RunStatus;
  endedAt: Moment | null;
  cancelAsked: CancelAsked | null;
}
export interface Run {
  id: Id;
  workflowId: Id;
  workflowName: string;
  trigger: RunTrigger;
  status: RunStatus;
  attempt: number;
  queuedAt: Moment;
  startedAt: Moment | null;
  endedAt: Moment | null;
  error: RunError | null;
  workspaceId: Id;
  branchId: Id;
  branchName: string;
  definition: Workflow;
  accounts: {
    [k: string]: Id;
  };
  connectors: {
    [k: string]: string;
  };
  temporalWorkflowId: string;
  cancelAsked: CancelAsked | null;
  steps: RunStep[];
}
export interface RunSummary {
  id: Id;
  workflowId: Id;
  workflowName: string;
  trigger: RunTrigger;
  status: RunStatus;
  attempt: number;
  queuedAt: Moment;
  startedAt: Moment | null;
  endedAt: Moment | null;
  error: RunError | null;
}
/**
 * Runs of the branch, of the workflow if one is asked for, whatever the status asked for; `failed` is `atMost` where there are that many or more.
 */
export interface RunCounts {
  failed: Count;
  atMost: Count;
}
export interface CancelAsked {
  by: string;
  at: Moment;
}
export interface RunTrigger {
  kind: 'connector';
  connector: string;
  deliveryId: Id;
  event: string;
}
export interface RunError {
  code: string;
  message: string;
  stepId?: string;
  item?: string;
}
export interface RunStep {
  stepId: string;
  /**
   * Which turn of the loops around it, such as `0` or `2/1`; empty outside loops.
   */
  item: string;
  kind: string;
  name: string | null;
  status: StepStatus;
  input: unknown;
  output: unknown;
  error: RunError | null;
  startedAt: Moment | null;
  endedAt: Moment | null;
  send: StepSend | null;
  upload: StepUpload | null;
  blocks: RunBlock[];
}
export interface StepSend {
  request: string | null;
  state: 'open' | 'sending' | 'answered';
  count: Count;
  status: Count | null;
}
export interface StepUpload {
  fileId: Id;
  fileName: string;
  sizeBytes: Count;
  confirmedBytes: Count;
  pieceCount: Count | null;
  confirmedPieces: Count;
  state: 'waiting' | 'starting' | 'sending' | 'pausing' | 'finishing' | 'done' | 'failed' | 'cancelled';
  sends: Count;
  startedAt: Moment | null;
  updatedAt: Moment;
  nextTryAt: Moment | null;
  lastError: string | null;
}
/**
 * The steps within a step: a branch, or one turn of a loop.
 */
export interface RunBlock {
  name: string;
  label: string | null;
  turn: Count | null;
  turns: Count | null;
  steps: RunStep[];
}
