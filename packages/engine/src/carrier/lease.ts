import { hrtime } from 'node:process';

/** For how long something may be sent without looking whether this worker is still the one to send it. */
export interface Lease {
  times: LeaseTimes;
  /** Looks, and begins the lease anew. Throws where another worker has taken over. */
  renew(): Promise<void>;
}

/** When a lease was begun, and how long it is, in milliseconds: threads see the same. */
export type LeaseTimes = Float64Array<SharedArrayBuffer>;

const [begunSteady, begunWall, length] = [0, 1, 2] as const;

/** Two clocks, because the steady one stands still while a machine is suspended. */
export interface Moment {
  steadyMs: number;
  wallMs: number;
}

/** The same steady clock in all threads; that of `performance` begins with its thread. */
export const presentMoment = (): Moment => ({ steadyMs: Number(hrtime.bigint()) / 1e6, wallMs: Date.now() });

/** The times of a lease that was not begun yet. */
export function createLeaseTimes(leaseMs: number): LeaseTimes {
  const times = new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT));
  times.set([-Infinity, -Infinity, leaseMs]);
  return times;
}

/** Begins it at a moment. Whoever looks in the middle of this finds it over. */
export function beginLease(times: LeaseTimes, { steadyMs, wallMs }: Moment): void {
  times[begunSteady] = steadyMs;
  times[begunWall] = wallMs;
}

export function isLeaseOver(times: LeaseTimes): boolean {
  const { steadyMs, wallMs } = presentMoment();
  return Math.max(steadyMs - times[begunSteady]!, Math.abs(wallMs - times[begunWall]!)) > times[length]!;
}
