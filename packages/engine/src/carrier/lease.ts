import { hrtime } from 'node:process';

/** How long a worker may send without checking that it still owns the upload. */
export interface Lease {
  times: LeaseTimes;
  /** Checks the ownership and restarts the lease. Throws if another worker has taken over. */
  renew(): Promise<void>;
}

/** The start and the length of a lease in milliseconds, shared between threads. */
export type LeaseTimes = Float64Array<SharedArrayBuffer>;

const [begunSteady, begunWall, length] = [0, 1, 2] as const;

/** Two clocks, because the monotonic one stops while the machine is suspended. */
export interface Moment {
  steadyMs: number;
  wallMs: number;
}

/** Uses hrtime, which is the same in all threads; the origin of `performance` differs per thread. */
export const presentMoment = (): Moment => ({ steadyMs: Number(hrtime.bigint()) / 1e6, wallMs: Date.now() });

/** The times of a lease that has not started. */
export function createLeaseTimes(leaseMs: number): LeaseTimes {
  const times = new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT));
  times.set([-Infinity, -Infinity, leaseMs]);
  return times;
}

/** Starts the lease at a moment. A reader in the middle of this sees an expired lease. */
export function beginLease(times: LeaseTimes, { steadyMs, wallMs }: Moment): void {
  times[begunSteady] = steadyMs;
  times[begunWall] = wallMs;
}

export function isLeaseOver(times: LeaseTimes): boolean {
  const { steadyMs, wallMs } = presentMoment();
  return Math.max(steadyMs - times[begunSteady]!, Math.abs(wallMs - times[begunWall]!)) > times[length]!;
}
