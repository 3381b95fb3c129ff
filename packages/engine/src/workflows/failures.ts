import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';

/** A dead worker uses up its turn. More deaths than this at one step are no accident. */
const maxTurns = 10;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** The step fails if a service asks for a longer pause than this. */
const longestAskedPauseMs = 15 * 60_000;

/** Details of a failed step for the workflow, besides the code. */
export interface FailureDetails {
  /** The pause before a step that has not failed goes on. */
  comesBackMs?: number;
  /** The pause that the other service asks for. */
  retryAfterMs?: number;
  /** Maximum number of attempts, set by the connector. */
  maxAttempts?: number;
}

/** The type of the failure with which an activity ends although its step has not failed. */
export const comesBackType = 'ComesBack';

/** The pause before a step that has not failed goes on, in milliseconds; null for a failure. */
export function pauseBeforeComingBackMs(error: unknown): number | null {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== comesBackType) return null;
  return ((cause.details ?? []) as [FailureDetails?])[0]?.comesBackMs ?? firstPauseMs;
}

/** The code of a failure: the activity's own, or one for how the activity ended. */
export function codeOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type) return cause.type;
  if (cause instanceof TimeoutFailure) return cause.timeoutType === 'HEARTBEAT' ? 'worker_lost' : 'timeout';
  return 'workflow_code';
}

/** The pause before the next attempt, in milliseconds; null when the failure is final. */
export function pauseBeforeNextTurnMs(error: unknown, turn: number, max = maxTurns): number | null {
  if (!(error instanceof ActivityFailure) || turn >= max) return null;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return cause.timeoutType === 'HEARTBEAT' ? 0 : null;
  if (!(cause instanceof ApplicationFailure)) return null;
  if (cause.type === 'WorkerShutdown') return 0;
  if (cause.nonRetryable) return null;
  const [details] = (cause.details ?? []) as [FailureDetails?];
  return pauseAfterFailureMs(details ?? {}, turn, max);
}

/** The pause after a failure that may be retried, in milliseconds; null when it is final. */
export function pauseAfterFailureMs(
  { retryAfterMs = 0, maxAttempts }: FailureDetails,
  turn: number,
  max = maxTurns,
): number | null {
  if (turn >= (maxAttempts ?? max) || retryAfterMs > longestAskedPauseMs) return null;
  return Math.max(retryAfterMs, Math.min(firstPauseMs * 2 ** (turn - 1), longestPauseMs));
}
