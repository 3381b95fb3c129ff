import { CancelledFailure } from '@temporalio/common';
import type { Store } from '@tallyhook/store';
import { holdsUpload, writeUpload, type Upload, type UploadChange, type UploadHold } from '@tallyhook/store/runs';
import { beginLease, createLeaseTimes, presentMoment, type Lease } from '../carrier/lease.ts';

/** The journal as seen by the worker that holds the upload. */
export interface UploadJournal {
  /** The row as last written, plus the changes noted since. */
  readonly upload: Upload;
  /**
   * Writes a change.
   * @throws CancelledFailure if another worker has taken the upload over
   */
  write(change: UploadChange): Promise<void>;
  /** Notes a change for the next write. Use it only for answers that the service can be asked for again. */
  note(change: UploadChange): void;
  /** Writes the noted changes. */
  flush(): Promise<void>;
  /**
   * How long this worker may send without checking that it still owns the upload; renewed before more is sent. A
   * process that was suspended finds its lease expired. Renewing throws CancelledFailure if another worker has taken
   * over.
   */
  lease: Lease;
}

/** Opens the journal of an upload that this worker has taken over. */
export function createUploadJournal(
  store: Store,
  { hold, upload }: { hold: UploadHold; upload: Upload },
  { leaseMs, now }: { leaseMs: number; now: () => Date },
): UploadJournal {
  const times = createLeaseTimes(leaseMs);
  let noted: UploadChange = {};
  const journal = {
    upload,
    async write(wanted: UploadChange) {
      const change = merge(noted, wanted);
      const at = now();
      const askedAt = presentMoment();
      if (!(await writeUpload(store, hold, { change, at }))) throw takenOver();
      beginLease(times, askedAt);
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
    lease: {
      times,
      async renew() {
        const askedAt = presentMoment();
        if (!(await holdsUpload(store, hold))) throw takenOver();
        beginLease(times, askedAt);
      },
    },
  };
  return journal;
}

function merge(earlier: UploadChange, later: UploadChange): UploadChange {
  const requests = { ...earlier.requests, ...later.requests };
  const lines = [...(earlier.lines ?? []), ...(later.lines ?? [])];
  return {
    ...{ ...earlier, ...later },
    ...(Object.keys(requests).length > 0 && { requests }),
    ...(lines.length > 0 && { lines }),
  };
}

function apply(upload: Upload, { requests, ...change }: UploadChange): Upload {
  const applied = { ...upload, ...change, requests: { ...upload.requests, ...requests } };
  // They are only written: nothing is decided by them.
  delete applied.lines;
  return applied;
}

/** Another worker holds the upload: this one sends nothing more. */
export function takenOver(): CancelledFailure {
  return new CancelledFailure('Another worker took over the upload.');
}
