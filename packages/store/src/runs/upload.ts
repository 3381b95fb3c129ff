import type { RunError } from './runs.ts';
import type { StepKey } from './step-results.ts';
import type { UploadLine, UploadRequestName } from './upload-lines.ts';

/**
 * The state of an upload, for users. `waiting`: for a worker; `starting`: the first request; `sending`: bytes;
 * `pausing`: before a retry; `limited`: until the service's rate limit allows the next request; `finishing`: the request
 * after the file; `processing`: the service processes it. `done`, `failed` and `cancelled` are final.
 */
export type UploadState =
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

/** The file as it was when the upload was queued; other content counts as another file. */
export interface UploadedFile {
  id: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/** The requests by name; one that an upload does not have may be absent. */
export type UploadRequests = Record<'start' | 'transfer' | 'finish', UploadRequestEntry | null> &
  Partial<Record<UploadRequestName, UploadRequestEntry | null>>;

/** `open`: never sent. `sending`: written before the first byte, so the other service may have it. */
export interface UploadRequestEntry {
  state: 'open' | 'sending' | 'answered';
  /** How often it was started. */
  sends: number;
  sendingAt: Date | null;
  /** The service's response, as JSON; undefined unless `answered`. */
  answer?: unknown;
}

/** The last piece sent. All earlier pieces are confirmed. */
export interface UploadPieceEntry {
  /** From 0. */
  index: number;
  /** The byte range of the last send; if the service kept the start of a piece, that part is not sent again. */
  start: number;
  endExclusive: number;
  /** `sending`: written before the first byte. `confirmed`: the service has reported how much of it it has. */
  state: 'sending' | 'confirmed';
  /** How often it was started, by any worker. */
  sends: number;
  /** How many sends have an unknown outcome because their worker died; default none. */
  doubtful?: number;
}

/** The journal of one upload: one row per (run, step, item), whichever worker sends. */
export interface Upload extends StepKey {
  id: string;
  /** Incremented by each worker that takes the upload over; only the holder of the highest fence writes and sends. */
  fence: number;
  /** When the current holder's activity was scheduled. */
  scheduledAt: Date | null;
  file: UploadedFile;
  /** Null unless the file is sent in pieces, and until the service has said the size of a piece if it decides. */
  pieceCount: number | null;
  state: UploadState;
  /** How many bytes from the start the other service has confirmed. */
  confirmedBytes: number;
  confirmedPieces: number;
  piece: UploadPieceEntry | null;
  /**
   * The next piece, recorded while the current one is sent, so that there is no pause between them; `sends` is the
   * number of its next send. It may already have been started while `piece` is `sending`. It has not been started once
   * `piece` is `confirmed`, nor while the upload is `pausing`.
   */
  ahead: UploadPieceEntry | null;
  requests: UploadRequests;
  queuedAt: Date;
  /** When the first request was started. */
  startedAt: Date | null;
  updatedAt: Date;
  /** While `pausing`: when to continue. */
  nextTryAt: Date | null;
  /** Since when no worker could connect to the service; null or absent if one could. */
  unreachedSince?: Date | null;
  /** Why something had to be sent again, as a message for users without secrets. */
  lastError: string | null;
  /** Set if the upload has failed for good or was cancelled. */
  failure: RunError | null;
  /** What was sent, oldest first: the last ones only. Absent if nothing was. */
  lines?: UploadLine[];
  /** How many lines there were. */
  lineCount?: number;
}

/** A worker's hold on an upload; lost as soon as another worker takes it over. */
export interface UploadHold {
  id: string;
  workspaceId: string;
  fence: number;
}

/** The fields a worker can change; a request's entry is replaced as a whole. */
export type UploadChange = Partial<
  Pick<
    Upload,
    | 'state'
    | 'pieceCount'
    | 'confirmedBytes'
    | 'confirmedPieces'
    | 'piece'
    | 'ahead'
    | 'startedAt'
    | 'nextTryAt'
    | 'unreachedSince'
    | 'lastError'
    | 'failure'
  >
> & {
  requests?: Partial<Record<UploadRequestName, UploadRequestEntry>>;
  /** Added to the others. */
  lines?: UploadLine[];
};
