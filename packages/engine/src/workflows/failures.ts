import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';

/** A worker that dies takes its turn with it; more than this many deaths at one step are no accident. */
const mostTurns = 10;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A service that asks for a longer pause than this is not waited for. */
const longestAskedPauseMs = 15 * 60_000;

/** What a failed step tells the workflow besides its code. */
export interface FailureDetails {
  /** How long the other service asks to wait. */
  retryAfterMs?: number;
  /** How many times the connector says that it is tried at most. */
  mostAttempts?: number;
}

/** The code of a failure: that of the activity, or what happened to it. */
export function codeOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type) return cause.type;
  if (cause instanceof TimeoutFailure) return cause.timeoutType === 'HEARTBEAT' ? 'worker_lost' : 'timeout';
  return 'workflow_code';
}

/** How long to wait before the action may be tried again, in milliseconds; null when the failure is final. */
export function pauseBeforeNextTurnMs(error: unknown, turn: number, most = mostTurns): number | null {
  if (!(error instanceof ActivityFailure) || turn >= most) return null;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return cause.timeoutType === 'HEARTBEAT' ? 0 : null;
  if (!(cause instanceof ApplicationFailure)) return null;
  if (cause.type === 'WorkerShutdown') return 0;
  if (cause.nonRetryable) return null;
  const [details] = (cause.details ?? []) as [FailureDetails?];
  if (turn >= (details?.mostAttempts ?? most)) return null;
  const asked = details?.retryAfterMs ?? 0;
  if (asked > longestAskedPauseMs) return null;
  return Math.max(asked, Math.min(firstPauseMs * 2 ** (turn - 1), longestPauseMs));
}
