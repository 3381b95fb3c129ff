// Made from api/runs.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment } from './parts.ts';
import type { Workflow, WorkflowInput } from '../workflow.ts';

/**
 * What started the run.
 */
export type RunTrigger = DeliveryStart | ButtonStart | ScheduleStart | RecordChangedStart | AddressStart | CalledStart;
/**
 * `again`: run the step again. `continue`: go on with its upload. `done`: it is done, go on after it. `stop`: leave the run failed.
 */
export type DecisionChoice = 'again' | 'continue' | 'done' | 'stop';
/**
 * `queued`, `running` and `waiting` runs are open; the others have ended.
 */
export type RunStatus = 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
/**
 * `pending` steps have not started; the last three states are final.
 */
export type StepStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface RunPage {
  runs: RunSummary[];
  counts: RunCounts;
  /**
   * Requests the next page; absent on the last one.
   */
  nextCursor?: string;
}
export interface CancelledRun {
  id: Id;
  status: RunStatus;
  endedAt: Moment | null;
  cancelAsked: CancelAsked | null;
}
/**
 * How much waits for the caller; counting in runs and messages stops at `atMost`.
 */
export interface Attention {
  /**
   * Open questions that the caller may answer.
   */
  questions: number;
  /**
   * Runs with a step that may have done something; 0 for those who may only read.
   */
  decisions: number;
  /**
   * Unread messages; 0 for a key.
   */
  messages: number;
  /**
   * Accounts that stopped working while workflows that are on use them, and that the caller can connect again.
   */
  brokenAccounts: number;
  atMost: number;
}
export interface RunWatch {
  /**
   * Whether a mail tells how the run ends.
   */
  isWatching: boolean;
}
export interface Run {
  id: Id;
  workflowId: Id;
  workflowName: string;
  trigger: RunTrigger;
  status: RunStatus;
  /**
   * 1 for a delivery's own run; a person's re-run counts up.
   */
  attempt: number;
  queuedAt: Moment;
  startedAt: Moment | null;
  endedAt: Moment | null;
  error: RunError | null;
  workspaceId: Id;
  branchId: Id;
  branchName: string;
  /**
   * The workflow as it was when the run was queued.
   */
  definition: Workflow;
  /**
   * The linked account for each account name in the definition when the run was queued.
   */
  accounts: {
    [k: string]: Id;
  };
  /**
   * The version of each connector in the definition when the run was queued.
   */
  connectors: {
    [k: string]: string;
  };
  temporalWorkflowId: string;
  /**
   * The first run of the attempts; absent in that run.
   */
  againOf?: Id;
  /**
   * The run whose unclear steps were decided to go on with this one; absent otherwise.
   */
  decidedFrom?: Id;
  /**
   * Who asked to run again: a person's id or `key:<id>`.
   */
  againBy?: string;
  /**
   * Set once somebody asked to cancel the run. It ends when the current step has stopped.
   */
  cancelAsked: CancelAsked | null;
  /**
   * Whether it tests steps of a workflow with a sample; absent otherwise.
   */
  isTest?: true;
  /**
   * Whether steps that may have done something wait for a decision; absent otherwise.
   */
  isUndecided?: true;
  /**
   * Whether the caller is told how it ends.
   */
  isWatching: boolean;
  steps: RunStep[];
}
export interface RunSummary {
  id: Id;
  workflowId: Id;
  workflowName: string;
  trigger: RunTrigger;
  status: RunStatus;
  /**
   * 1 for a delivery's own run; a person's re-run counts up.
   */
  attempt: number;
  queuedAt: Moment;
  startedAt: Moment | null;
  endedAt: Moment | null;
  error: RunError | null;
  /**
   * Whether it tests steps of a workflow with a sample; absent otherwise.
   */
  isTest?: true;
  /**
   * Whether steps that may have done something wait for a decision; absent otherwise.
   */
  isUndecided?: true;
}
/**
 * Counts runs of the branch, or of the requested workflow, regardless of the requested status. Counting stops at `atMost`.
 */
export interface RunCounts {
  failed: Count;
  atMost: Count;
}
/**
 * Who asked to cancel the run, and when.
 */
export interface CancelAsked {
  by: string;
  at: Moment;
}
/**
 * The change of a record that started the run.
 */
export interface RecordChangedStart {
  kind: 'recordChanged';
  /**
   * Its number in the change log of the branch.
   */
  change: Count;
  type: string;
  operation: 'create' | 'update' | 'delete' | 'import' | 'merge';
  /**
   * The id of the record; absent for an import.
   */
  record?: Id;
  /**
   * How many runs led to this one.
   */
  depth: Count;
}
/**
 * The request to the workflow's own address that started the run.
 */
export interface AddressStart {
  kind: 'address';
  deliveryId: Id;
}
/**
 * The run that called this one.
 */
export interface CalledStart {
  kind: 'called';
  runId: Id;
  inputs: {
    [k: string]: unknown;
  };
  /**
   * How many runs led to this one.
   */
  depth: Count;
}
/**
 * What a step asks people, while its run waits for the answer.
 */
export interface PersonQuestion {
  id: Id;
  runId: Id;
  workflowId: Id;
  workflowName: string;
  stepId: string;
  item: string;
  message: string;
  inputs: WorkflowInput[];
  /**
   * The emails of those who may answer; null for everybody who may change records.
   */
  to: string[] | null;
  /**
   * Whether the caller may answer.
   */
  mayAnswer: boolean;
  openedAt: Moment;
  until: Moment;
  /**
   * `open` until somebody answers; `late` after its time; `closed` if the run ended before.
   */
  state: 'open' | 'answered' | 'late' | 'closed';
  /**
   * The answer; null without one.
   */
  values: {
    [k: string]: unknown;
  } | null;
  /**
   * A person's id or `key:<id>`.
   */
  answeredBy: string | null;
  answeredAt: Moment | null;
}
/**
 * The answer to what a step asks.
 */
export interface PersonAnswer {
  /**
   * Values by the names of the inputs.
   */
  values: {
    [k: string]: unknown;
  };
}
/**
 * What a person can decide about a step that may have done something, and what was decided.
 */
export interface StepDecision {
  choices: {
    choice: DecisionChoice;
    effect: string;
  }[];
  /**
   * Null until somebody has decided.
   */
  decided: {
    choice: DecisionChoice;
    by: string;
    at: Moment;
  } | null;
}
/**
 * A decision about a step of a failed run that may have done something.
 */
export interface NewDecision {
  stepId: string;
  /**
   * The turn of each enclosing loop; empty outside loops, which is the default.
   */
  item?: string;
  choice: DecisionChoice;
  /**
   * The output of a step that is `done`; null by default.
   */
  output?: unknown;
}
/**
 * A decision that was made. `run` is the next attempt; null if the run stays failed, or if other steps are still undecided.
 */
export interface MadeDecision {
  run: StartedRun | null;
}
/**
 * The time at which the run was due.
 */
export interface ScheduleStart {
  kind: 'schedule';
  at: Moment;
}
/**
 * The person or key that started the run by hand.
 */
export interface ButtonStart {
  kind: 'button';
  by: string;
  inputs: {
    [k: string]: unknown;
  };
  /**
   * The record whose page has the button; absent for others.
   */
  record?: {
    type: string;
    id: Id;
  };
}
/**
 * What a person gives to start a run by hand.
 */
export interface NewRun {
  /**
   * Values by the names of the button's inputs.
   */
  inputs?: {
    [k: string]: unknown;
  };
  /**
   * The id of the record, for a button on records.
   */
  record?: string;
}
/**
 * How to run again.
 */
export interface RunAgain {
  /**
   * `start`: everything again. `failedStep`: what was completed stays, and what was sent is not sent again.
   */
  from: 'start' | 'failedStep';
  /**
   * `same`: the workflow as it was in that run, which is the default and the only one from the failed step. `newest`: as it is now.
   */
  version?: 'same' | 'newest';
}
/**
 * A run that was queued.
 */
export interface StartedRun {
  id: Id;
  attempt: number;
  status: RunStatus;
}
/**
 * The delivery that started the run.
 */
export interface DeliveryStart {
  kind: 'connector';
  connector: string;
  deliveryId: Id;
  event: string;
}
export interface RunError {
  code: string;
  message: string;
  /**
   * The step that failed; absent if the run as a whole did.
   */
  stepId?: string;
  /**
   * The loop turns the step is in, as in `RunStep.item`; absent outside loops.
   */
  item?: string;
}
export interface RunStep {
  stepId: string;
  /**
   * The turn of each enclosing loop, such as `0` or `2/1`; empty outside loops.
   */
  item: string;
  /**
   * The kind of the step, such as `action`.
   */
  kind: string;
  name: string | null;
  status: StepStatus;
  input: unknown;
  output: unknown;
  error: RunError | null;
  /**
   * What was unusual about the input, such as values that were absent in a text.
   */
  notes: string[];
  startedAt: Moment | null;
  endedAt: Moment | null;
  /**
   * The moment that the step waits for; null if it waits for none.
   */
  until: Moment | null;
  /**
   * The request of the step to the other service; null if there is none.
   */
  send: StepSend | null;
  /**
   * The file that the step sends; null if it sends none.
   */
  upload: StepUpload | null;
  /**
   * What the step asks people; null if it asks nothing.
   */
  question: PersonQuestion | null;
  /**
   * The run that the step called; null if it called none.
   */
  calls: Id | null;
  /**
   * Set for a step that failed and may have done something; null for others.
   */
  decision: StepDecision | null;
  blocks: RunBlock[];
}
/**
 * The progress of a request to the other service.
 */
export interface StepSend {
  /**
   * Method and host; paths and queries may hold credentials.
   */
  request: string | null;
  state: 'open' | 'sending' | 'answered';
  /**
   * How often the request was sent.
   */
  count: Count;
  /**
   * The HTTP status of the answer; null if there is none.
   */
  status: Count | null;
}
/**
 * The progress of a file; only what the other service has confirmed counts.
 */
export interface StepUpload {
  fileId: Id;
  fileName: string;
  sizeBytes: Count;
  /**
   * Bytes that the other service has confirmed.
   */
  confirmedBytes: Count;
  /**
   * The number of pieces; null if the file is not sent in pieces.
   */
  pieceCount: Count | null;
  confirmedPieces: Count;
  state:
    | 'waiting'
    | 'starting'
    | 'sending'
    | 'pausing'
    | 'limited'
    | 'finishing'
    | 'processing'
    | 'done'
    | 'failed'
    | 'cancelled';
  /**
   * Attempts for the current piece, or for the whole file.
   */
  sends: Count;
  startedAt: Moment | null;
  updatedAt: Moment;
  /**
   * When sending continues after a pause, or while the rate limit of the service is used up.
   */
  nextTryAt: Moment | null;
  /**
   * Why something had to be sent again, as a sentence.
   */
  lastError: string | null;
  /**
   * The last piece that was sent; all earlier ones are confirmed.
   */
  piece: SentPiece | null;
  /**
   * The requests besides the pieces, in order. Their addresses and answers are secret.
   */
  requests: SentRequest[];
  /**
   * The journal of what was sent, oldest first: the last 200 lines.
   */
  lines: UploadLine[];
  /**
   * How many earlier lines of the journal were left out.
   */
  earlierLines: Count;
}
/**
 * One request of an upload, or a wait before one. Addresses and answers are secret.
 */
export interface UploadLine {
  /**
   * When it began.
   */
  at: Moment;
  /**
   * `left`: the worker ended, and the answer is not known. `waited`: for the rate limit of the service.
   */
  result: 'answered' | 'failed' | 'left' | 'waited';
  /**
   * `start`, `start:<name>`, `pieceAddress`, `transfer`, `status`, `finish`, `processed` or `abort`; absent for a wait.
   */
  request?: string;
  /**
   * From 1.
   */
  piece?: Count;
  /**
   * The first byte of the file that was sent.
   */
  start?: Count;
  /**
   * The byte after the last.
   */
  endExclusive?: Count;
  /**
   * How often the request, or the piece, was sent by then.
   */
  sends?: Count;
  /**
   * The HTTP status of the answer.
   */
  status?: Count;
  /**
   * What is known instead of an answer.
   */
  error?: string;
  /**
   * How long a wait took, in milliseconds.
   */
  ms?: Count;
}
/**
 * A piece of a file.
 */
export interface SentPiece {
  /**
   * From 1.
   */
  number: Count;
  /**
   * The first byte that was sent.
   */
  start: Count;
  /**
   * The byte after the last.
   */
  endExclusive: Count;
  /**
   * `confirmed`: the service has answered how much of it has arrived.
   */
  state: 'sending' | 'confirmed';
  /**
   * How often it was sent.
   */
  sends: Count;
}
/**
 * A request of an upload.
 */
export interface SentRequest {
  /**
   * `start`: before the file. `transfer`: the file as a whole, or the answer that completed it. `finish`: after the file.
   */
  request: 'start' | 'transfer' | 'finish';
  /**
   * `open`: not sent. `sending`: sent, and the answer is not known.
   */
  state: 'open' | 'sending' | 'answered';
  /**
   * How often it was sent.
   */
  sends: Count;
  /**
   * When it was last sent.
   */
  sentAt: Moment | null;
}
/**
 * The steps inside a step: one branch, or one turn of a loop.
 */
export interface RunBlock {
  /**
   * The step's key that contains the steps.
   */
  name: string;
  /**
   * The display name; null for a loop.
   */
  label: string | null;
  /**
   * The turn of the loop, from 0; null outside loops.
   */
  turn: Count | null;
  /**
   * The number of turns; null outside loops.
   */
  turns: Count | null;
  steps: RunStep[];
}
