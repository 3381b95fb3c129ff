/**
 * The faults of a single request.
 * - `none`: no fault. `slow`: answered two seconds late.
 * - `hang`: accepted, no effect, never answered. `reset`: the connection breaks, no effect.
 * - `500`, `503`, `429`: refused, no effect.
 * - With the prefix `stored-` the request has its effect, and only the answer is lost.
 */
export const faultKinds = [
  'none',
  'hang',
  'reset',
  '500',
  '503',
  '429',
  'slow',
  'stored-hang',
  'stored-reset',
  'stored-500',
] as const;

export type Fault = (typeof faultKinds)[number];

/** The pending faults, one per request, in order. */
export interface FaultQueue {
  set(faults: readonly Fault[]): void;
  next(): Fault;
  waiting(): Fault[];
}

export function createFaultQueue(): FaultQueue {
  let faults: Fault[] = [];
  return {
    set: (next) => void (faults = [...next]),
    next: () => faults.shift() ?? 'none',
    waiting: () => [...faults],
  };
}

/** Reads faults sent to the admin address; null if the value is anything else. */
export function readFaults(value: unknown): Fault[] | null {
  if (!Array.isArray(value)) return null;
  return value.every((item): item is Fault => faultKinds.includes(item as Fault)) ? value : null;
}
