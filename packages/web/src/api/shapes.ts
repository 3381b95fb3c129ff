import type {
  FieldKind,
  FieldOption,
  ProblemDetail,
  QuestionCondition,
  QuestionGroup,
  QuestionMeasure,
  Report,
  Workflow,
} from '@tallyhook/schemas';

/** Who is signed in, and where they can go: `GET /api/session`. */
export interface Session {
  person: { id: string; email: string; name?: string };
  workspaces: Workspace[];
}

export interface Workspace {
  id: string;
  name: string;
  role: string;
  /** What the person may do there: `read`, `write`, `tune`, … */
  abilities: string[];
  /** The names of its branches. */
  branches: string[];
  /** An IANA name: where days begin for reports that name no zone. */
  timezone: string;
  weekStart: 'monday' | 'sunday' | 'saturday';
}

/** A saved report of a branch: `GET /api/reports`. */
export interface SavedReport {
  id: string;
  name: string;
  definition: Report;
  revision: number;
  /** Whether an app brought it, so that it cannot be changed here. */
  readOnly?: boolean;
  /** What of it the branch does not have any more. */
  problems?: ProblemDetail[];
  /** Whether there is no such report yet: the question stands in an address. */
  isUnsaved?: boolean;
}

/** What a question may do with one field: `GET /api/query/fields`. */
export interface FieldDescription {
  name: string;
  label: string;
  kind: FieldKind;
  many: boolean;
  system: boolean;
  target?: string;
  targetLabel?: string;
  options?: FieldOption[];
  ops: QuestionCondition['op'][];
  fns: QuestionMeasure['fn'][];
  units: NonNullable<QuestionGroup['unit']>[];
  groupable: boolean;
}

/** A page of reports: `GET /api/dashboards`. */
export interface Dashboard {
  id: string;
  name: string;
  revision: number;
  tiles: Tile[];
  readOnly?: boolean;
}

/** A report on a dashboard. */
export interface Tile {
  id: string;
  /** The id of the report. */
  report: string;
  /** In columns. */
  width: 1 | 2 | 3;
  /** What the report is called; null where it is gone. */
  name: string | null;
  isDeleted: boolean;
}

/** A record: `GET /api/records`. */
export interface RecordRow {
  id: string;
  createdAt: string;
  updatedAt: string;
  fields: Record<string, unknown>;
}

export interface RecordPage {
  records: RecordRow[];
  nextCursor?: string;
  /** What related records are called, by type and id; null for one that is gone. */
  labels?: Record<string, Record<string, string | null>>;
}

/** What is known of how fields are filtered on, and their indexes: `GET /api/speed`. */
export interface SpeedPage {
  /** The moment from which on it is known; null where it is not. */
  since: string | null;
  fields: SpeedRow[];
}

export interface SpeedRow {
  type: string;
  typeLabel: string;
  field: string;
  label: string;
  kind: FieldKind;
  uses: number;
  lastUsedAt: string | null;
  medianMs: number | null;
  totalMs: number;
  reports: { id: string; name: string }[];
  canIndex: boolean;
  whyNot?: string;
  suggested: boolean;
  index: {
    state: 'off' | 'building' | 'on' | 'failed';
    /** From 0 to 100; null where it is not known. */
    percent: number | null;
    sizeBytes: number | null;
    error: string | null;
  };
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
  /** How many runs failed whatever status is asked for; `atMost` where there are that many or more. */
  counts: { failed: number; atMost: number };
  nextCursor?: string;
}

/** A run with its steps: `GET /api/runs/:id`. */
export interface Run extends RunSummary {
  /** Set once somebody wants it to be cancelled; it ends when the step in hand has stopped. */
  cancelAsked: { by: string; at: string } | null;
  definition: Workflow;
  steps: Step[];
}

export type StepStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

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

export type UploadState =
  'waiting' | 'starting' | 'sending' | 'pausing' | 'finishing' | 'done' | 'failed' | 'cancelled';

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
