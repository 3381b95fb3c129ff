import type { ActionError, UploadFailure } from '@tallyhook/sdk';
import { finalFailure } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';

/**
 * Waits before a retry: longer each time, and at least as long as the service asks. Throws if that exceeds the limits.
 */
export async function pauseBefore(
  { journal, limits, time, now, turns }: UploadJob,
  { sends, failure }: { sends: number; failure: UploadFailure },
): Promise<void> {
  const { retryAfterMs = 0, error } = failure;
  const own = limits.pausesMs[sends - 1] ?? limits.pausesMs[0] ?? 0;
  if (error.class === 'rate_limit' && retryAfterMs > 0) await turns.pause(retryAfterMs);
  // Jitter, so that uploads hit by the same outage do not all come back at the same moment.
  const pauseMs = Math.max(retryAfterMs, own * (0.75 + Math.random() / 2));
  if (retryAfterMs > limits.longestAskedPauseMs || !time.hasTimeFor(pauseMs)) throw pauseTooLong(error, pauseMs);
  const nextTryAt = new Date(now().getTime() + pauseMs);
  await journal.write({ state: 'pausing', nextTryAt, lastError: error.message });
  await time.pause(pauseMs);

  function pauseTooLong(cause: ActionError, delayMs: number): ActionError {
    const minutes = Math.ceil(delayMs / 60_000);
    return finalFailure(
      journal.upload,
      cause,
      `the upload can continue in ${minutes} minutes at the earliest, which is too late`,
    );
  }
}
