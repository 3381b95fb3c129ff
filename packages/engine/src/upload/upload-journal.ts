import { CancelledFailure } from '@temporalio/common';
import {
  holdsUpload,
  writeUpload,
  type Store,
  type Upload,
  type UploadChange,
  type UploadHold,
} from '@tallyhook/store';

/** What a worker that holds an upload knows and writes. */
export interface UploadJournal {
  /** The row as it was last written, with what was noted since. */
  readonly upload: Upload;
  /** Writes a change down. Throws CancelledFailure where another worker has taken the upload over. */
  write(change: UploadChange): Promise<void>;
  /** Notes a change that goes with the next write: of an answer that got lost the service can be asked again. */
  note(change: UploadChange): void;
  /** Writes down what is only noted. */
  flush(): Promise<void>;
  /**
   * Looks whether this worker is still the one to send, once a lease; to be asked before anything is sent. A process that
   * was stopped and goes on finds its lease over. Throws CancelledFailure where it is not.
   */
  maySend(): Promise<void> | undefined;
}

/** Opens the journal of an upload that was taken over. */
export function createUploadJournal(
  store: Store,
  { hold, upload }: { hold: UploadHold; upload: Upload },
  { leaseMs, now }: { leaseMs: number; now: () => Date },
): UploadJournal {
  const lease = createLease(leaseMs);
  let noted: UploadChange = {};
  const journal = {
    upload,
    async write(wanted: UploadChange) {
      const change = merge(noted, wanted);
      const at = now();
      const askedAt = lease.now();
      if (!(await writeUpload(store, hold, { change, at }))) throw takenOver();
      lease.begin(askedAt);
      noted = {};
      journal.upload = { ...apply(journal.upload, wanted), updatedAt: at };
    },
    note(change: UploadChange) {
      noted = merge(noted, change);
      journal.upload = apply(journal.upload, change);
    },
    async flush() {
      if (Object.keys(noted).length > 0) await journal.write({});
    },
    maySend: () => (lease.isOver() ? look() : undefined),
  };
  const look = async () => {
    const askedAt = lease.now();
    if (!(await holdsUpload(store, hold))) throw takenOver();
    lease.begin(askedAt);
  };
  return journal;
}

function merge(earlier: UploadChange, later: UploadChange): UploadChange {
  const requests = { ...earlier.requests, ...later.requests };
  return { ...earlier, ...later, ...(Object.keys(requests).length > 0 && { requests }) };
}

function apply(upload: Upload, { requests, ...change }: UploadChange): Upload {
  return { ...upload, ...change, requests: { ...upload.requests, ...requests } };
}

function takenOver(): CancelledFailure {
  return new CancelledFailure('Another worker has taken the upload over.');
}

interface Moment {
  steadyMs: number;
  wallMs: number;
}

/** Two clocks, because the steady one stands still while a machine is suspended. */
function createLease(leaseMs: number) {
  let begunAt: Moment | undefined;
  const now = (): Moment => ({ steadyMs: performance.now(), wallMs: Date.now() });
  return {
    now,
    begin: (at: Moment) => void (begunAt = at),
    isOver() {
      if (begunAt === undefined) return true;
      const { steadyMs, wallMs } = now();
      return Math.max(steadyMs - begunAt.steadyMs, Math.abs(wallMs - begunAt.wallMs)) > leaseMs;
    },
  };
}
