import { ApplicationFailure } from '@temporalio/common';
import { setTimeout as wait } from 'node:timers/promises';
import { sentenceOf } from '../failure-sentences.ts';
import { tookTooLong } from './upload-failures.ts';
import type { UploadJournal } from './upload-journal.ts';
import type { UploadLimits } from './limits.ts';

/** What an upload may still use of its hour, and whether it is called off. */
export interface UploadTime {
  /** Ends a request when the upload is called off or its hour is over. */
  signal(): AbortSignal;
  /** Throws where nothing more may be sent by this worker: called off, out of time. */
  check(): void;
  /** Throws as `check`, and where the worker is shutting down: between pieces another one goes on. */
  checkBetween(): void;
  /** Whether a pause still fits in. */
  hasTimeFor(pauseMs: number): boolean;
  pause(pauseMs: number): Promise<void>;
}

export interface UploadTimeOptions {
  journal: UploadJournal;
  limits: UploadLimits;
  /** Aborted when the work is called off; its reason is what the activity ends with. */
  cancellation: AbortSignal;
  /** Aborted when the worker shuts down: what is in hand may still end. */
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
