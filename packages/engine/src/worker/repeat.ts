import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface RepeatOptions {
  /** The name of the work in the log. */
  name: string;
  everyMs: number;
  /** Stops the repetition; work in progress finishes. */
  signal: AbortSignal;
  logger: Logger;
}

const longestPauseMs = 30_000;

/**
 * Repeats the work until the signal. Pauses vary by a quarter, so that several workers do not run in lockstep, and
 * double while the work fails.
 */
export async function repeat(
  { name, everyMs, signal, logger }: RepeatOptions,
  work: () => Promise<void>,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await work();
      if (failures > 0) logger.info({ work: name }, 'is working again');
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === 1) logger.warn({ work: name, err: error }, 'failed; retrying');
    }
    const pauseMs = Math.min(everyMs * 2 ** failures, Math.max(longestPauseMs, everyMs));
    await pause(pauseMs * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}
