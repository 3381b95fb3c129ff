import type { Report, Workflow } from '@tallyhook/schemas';

/** Who is signed in, and where they can go: `GET /api/session`. */
export interface Session {
  person: { id: string; email: string; name?: string };
  workspaces: Workspace[];
}

export interface Workspace {
  id: string;
  name: string;
  role: string;
  /** The names of its branches. */
  branches: string[];
}

/** A saved report of a branch: `GET /api/reports`. */
export interface SavedReport {
  id: string;
  name: string;
  definition: Report;
  revision: number;
}

/** A workflow of a branch: `GET /api/workflows`. */
export interface WorkflowRow {
  id: string;
  name: string;
  on: boolean;
}

export const runStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;

export type RunStatus = (typeof runStatuses)[number];

export interface RunError {
  code: string;
  message: string;
  stepId?: string;
}

/** A run in the list: `GET /api/runs`. Moments are ISO 8601. */
export interface RunSummary {
  id: string;
  workflowId: string;
  workflowName: string;
  trigger: { kind: string; connector: string; deliveryId: string; event: string };
  status: RunStatus;
  /** 1 for a delivery's own run. */
  attempt: number;
  queuedAt: string;
  startedAt: string | null;
  endedAt: string | null;
  error: RunError | null;
}

export interface RunPage {
  runs: RunSummary[];
  nextCursor?: string;
}

/** A run with its steps: `GET /api/runs/:id`. */
export interface Run extends RunSummary {
  definition: Workflow;
  steps: Step[];
}

export type StepStatus = 'pending' | 'running' | 'completed' | 'failed';

export interface Step {
  stepId: string;
  kind: string;
  name: string | null;
  status: StepStatus;
  input: unknown;
  output: unknown;
  error: RunError | null;
  startedAt: string | null;
  endedAt: string | null;
  /** The file that the step sends; absent for steps without one. */
  upload?: Upload | null;
}

export type UploadState = 'waiting' | 'starting' | 'sending' | 'pausing' | 'finishing' | 'done' | 'failed';

/** How far the sending of a file is: only what the other service has confirmed counts. */
export interface Upload {
  fileId: string;
  fileName: string;
  sizeBytes: number;
  confirmedBytes: number;
  pieceCount: number | null;
  confirmedPieces: number;
  state: UploadState;
  /** How often the current piece, or the file as a whole, was begun. */
  sends: number;
  startedAt: string | null;
  updatedAt: string;
  /** While it pauses: when it goes on. */
  nextTryAt: string | null;
  /** Why something had to be sent again, in words. */
  lastError: string | null;
}
