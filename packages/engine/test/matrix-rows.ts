import type { Way } from './matrix-services.ts';

/** A fault of the service, and the right outcome without a kill. */
export interface FaultRow {
  fault: string;
  /** `done`, or the code of the failure. */
  outcome: string;
  /** How many times each piece, or the whole file, arrives. */
  arrivals: number[];
  starts?: number;
  finishes?: number;
  /** The service has the whole file although the step failed. */
  isHeld?: boolean;
}

/** Faults as practice writes them. Each piece is sent at most four times, anything else at most once. */
const pieces: FaultRow[] = [
  { fault: 'none', outcome: 'done', arrivals: [1, 1, 1, 1] },
  { fault: 'piece@2:500:3', outcome: 'done', arrivals: [1, 4, 1, 1] },
  { fault: 'piece@2:500:*', outcome: 'unknown_outcome', arrivals: [1, 4] },
  { fault: 'piece@2:stored-hang', outcome: 'done', arrivals: [1, 1, 1, 1] },
  { fault: 'piece@2:stored-reset', outcome: 'done', arrivals: [1, 1, 1, 1] },
  { fault: 'piece@2:stored-500', outcome: 'done', arrivals: [1, 1, 1, 1] },
  { fault: 'piece@2:429', outcome: 'done', arrivals: [1, 2, 1, 1] },
  { fault: 'piece@3:401:*', outcome: 'auth', arrivals: [1, 1, 1] },
  { fault: 'last:308:*', outcome: 'unknown_outcome', arrivals: [1, 1, 1, 4] },
  { fault: 'last:202', outcome: 'fatal', arrivals: [1, 1, 1, 1] },
  { fault: 'last:206', outcome: 'fatal', arrivals: [1, 1, 1, 1] },
  { fault: 'piece@2:redirect', outcome: 'fatal', arrivals: [1, 1] },
  { fault: 'piece@2:early-413', outcome: 'invalid_input', arrivals: [1, 1] },
  { fault: 'start:500', outcome: 'unknown_outcome', arrivals: [] },
  { fault: 'start:hang', outcome: 'unknown_outcome', arrivals: [] },
];

const whole: FaultRow[] = [
  { fault: 'none', outcome: 'done', arrivals: [1] },
  { fault: 'transfer:500', outcome: 'unknown_outcome', arrivals: [1], finishes: 0 },
  { fault: 'transfer:reset', outcome: 'unknown_outcome', arrivals: [1], finishes: 0 },
  { fault: 'transfer:hang', outcome: 'unknown_outcome', arrivals: [1], finishes: 0 },
  { fault: 'transfer:stored-hang', outcome: 'unknown_outcome', arrivals: [1], finishes: 0, isHeld: true },
  { fault: 'transfer:redirect', outcome: 'fatal', arrivals: [1], finishes: 0 },
  { fault: 'transfer:early-413', outcome: 'invalid_input', arrivals: [1], finishes: 0 },
  { fault: 'start:500', outcome: 'unknown_outcome', arrivals: [0], finishes: 0 },
  { fault: 'start:hang', outcome: 'unknown_outcome', arrivals: [0], finishes: 0 },
  { fault: 'finish:stored-500', outcome: 'unknown_outcome', arrivals: [1], isHeld: true },
];

export const faultRows: Record<Way, readonly FaultRow[]> = { body: whole, form: whole, pieces };
