import type { Store } from '@tallyhook/store';

/**
 * The task queue at Temporal for the runs of a store. It is named after the database: where two installations share
 * one Temporal, neither takes the other's runs, of which its own database knows nothing.
 */
export function runsTaskQueue({ system }: Pick<Store, 'system'>): string {
  return `${system.databaseName}-runs`;
}
