export { createSharedTurns } from './shared-turns.ts';
export type { SharedTurns } from './shared-turns.ts';
export type { TurnRate } from './turns.ts';
