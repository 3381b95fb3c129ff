/** Time limits of an upload; only tests change them. */
export interface UploadLimits {
  /** From the first request on, across all workers. */
  longestMs: number;
  /** Maximum time without any progress. */
  idleTimeoutMs: number;
  /** The pauses before the second, third and fourth send. */
  pausesMs: readonly number[];
  /** The pauses between attempts while no connection to the service can be made; the last one repeats. */
  reachPausesMs: readonly number[];
  /** How long to retry a service that cannot be reached. */
  longestUnreachedMs: number;
  /** An upload fails if the service asks for a longer pause than this. */
  longestAskedPauseMs: number;
  /** How long a worker sends without checking that it still owns the upload. */
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

/** Maximum number of sends of a piece, and of a request that certainly never arrived. */
export const maxSends = 4;
