/** How long an upload may take and wait; only tests have others. */
export interface UploadLimits {
  /** From the first request on, over all workers. */
  longestMs: number;
  /** For how long nothing may move. */
  idleTimeoutMs: number;
  /** The pauses before the second, third and fourth send. */
  pausesMs: readonly number[];
  /** The pauses before the service is tried again that no connection could be made to; the last one over and over. */
  reachPausesMs: readonly number[];
  /** For how long a service is tried that cannot be reached. */
  longestUnreachedMs: number;
  /** A service that asks for a longer pause is not waited for. */
  longestAskedPauseMs: number;
  /** For how long a worker sends without looking whether it is still the one to send. */
  leaseMs: number;
}

export const usualLimits: UploadLimits = {
  longestMs: 60 * 60_000,
  idleTimeoutMs: 60_000,
  pausesMs: [1_000, 4_000, 16_000],
  reachPausesMs: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  longestUnreachedMs: 15 * 60_000,
  longestAskedPauseMs: 15 * 60_000,
  leaseMs: 1_000,
};

/** A piece, and a request that surely never arrived, is sent so often at most. */
export const mostSends = 4;
