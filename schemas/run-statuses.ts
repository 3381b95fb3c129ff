import type { RunStatus } from './generated/api/runs.ts';

/** Whether a run with a status is open, which means that it has not ended. */
const isOpen = {
  queued: true,
  running: true,
  waiting: true,
  completed: false,
  failed: false,
  cancelled: false,
} as const satisfies Record<RunStatus, boolean>;

/** In the order in which they are offered. */
export const runStatuses = Object.keys(isOpen) as RunStatus[];

export const openRunStatuses = runStatuses.filter(isOpenRun);

/** Whether a run with this status has not ended yet. */
export function isOpenRun(status: RunStatus): boolean {
  return isOpen[status];
}
