import type { Store } from '@tallyhook/store';
import { filesTaskQueueOf } from './workflows/files-task-queue.ts';

/**
 * The task queue at Temporal for the runs of a store. It is named after the database: where two installations share
 * one Temporal, neither takes the other's runs, of which its own database knows nothing.
 */
export function runsTaskQueue({ system }: Pick<Store, 'system'>): string {
  return `${system.databaseName}-runs`;
}

/** The task queue for sending files: what takes an hour never keeps anything else waiting. */
export function filesTaskQueue(store: Pick<Store, 'system'>): string {
  return filesTaskQueueOf(runsTaskQueue(store));
}
