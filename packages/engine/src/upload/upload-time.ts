import { ApplicationFailure } from '@temporalio/common';
import { setTimeout as wait } from 'node:timers/promises';
import { sentenceOf } from '../failure-sentences.ts';
import { tookTooLong } from './upload-failures.ts';
import type { UploadJournal } from './upload-journal.ts';
import type { UploadLimits } from './limits.ts';

/** The time an upload has left, and whether it is called off. */
export interface UploadTime {
  /** Aborts a request when the upload is called off or its time is up. */
  signal(): AbortSignal;
  /** Throws if this worker may send nothing more: called off, or out of time. */
  check(): void;
  /** Like `check`, and also throws if the worker is shutting down: another worker can continue between pieces. */
  checkBetween(): void;
  /** Whether there is time for a pause. */
  hasTimeFor(pauseMs: number): boolean;
  pause(pauseMs: number): Promise<void>;
}

export interface UploadTimeOptions {
  journal: UploadJournal;
  limits: UploadLimits;
  /** Aborted when the work is called off. The activity ends with its reason. */
  cancellation: AbortSignal;
  /** Aborted when the worker shuts down; work in progress may still finish. */
  stopping: AbortSignal;
  now(): Date;
}

export function createUploadTime({ journal, limits, cancellation, stopping, now }: UploadTimeOptions): UploadTime {
  const leftMs = (): number => {
    const { startedAt } = journal.upload;
    return limits.longestMs - (startedAt === null ? 0 : now().getTime() - startedAt.getTime());
  };
  const check = (): void => {
    cancellation.throwIfAborted();
    if (leftMs() <= 0) throw tookTooLong(journal.upload, limits.longestMs);
  };
  const checkBetween = (): void => {
    check();
    if (stopping.aborted) throw ApplicationFailure.retryable(sentenceOf('WorkerShutdown'), 'WorkerShutdown');
  };
  return {
    signal: () => AbortSignal.any([cancellation, AbortSignal.timeout(Math.max(0, leftMs()))]),
    check,
    checkBetween,
    hasTimeFor: (pauseMs) => pauseMs < leftMs(),
    async pause(pauseMs) {
      await wait(pauseMs, undefined, { signal: AbortSignal.any([cancellation, stopping]) }).catch(() => undefined);
      checkBetween();
    },
  };
}
