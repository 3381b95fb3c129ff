import type { Store } from '@tallyhook/store';
import { filesTaskQueueOf } from './workflows/files-task-queue.ts';

/**
 * The Temporal task queue for the runs of a store. It is named after the database: two installations that share a
 * Temporal must not take each other's runs.
 */
export function runsTaskQueue({ system }: Pick<Store, 'system'>): string {
  return `${system.databaseName}-runs`;
}

/** The task queue for sending files. It is separate so that an upload of an hour delays nothing else. */
export function filesTaskQueue(store: Pick<Store, 'system'>): string {
  return filesTaskQueueOf(runsTaskQueue(store));
}
