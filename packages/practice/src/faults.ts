/**
 * What can go wrong with one request.
 * `hang`: taken, nothing made, never answered. `reset`: the connection breaks, nothing made. `500`, `503`, `429`: refused,
 * nothing made. `slow`: answered two seconds late. With `stored-` in front the request has its effect, and only the answer is lost. `none`: all goes well.
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

/** The faults still to come, one for each request, in order. */
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

/** Reads faults as the admin address takes them; null when something else was sent. */
export function readFaults(value: unknown): Fault[] | null {
  if (!Array.isArray(value)) return null;
  return value.every((item): item is Fault => faultKinds.includes(item as Fault)) ? value : null;
}
