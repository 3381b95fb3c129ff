import type { SavedDashboard } from '@tallyhook/schemas/api';
import type { Readable } from '../readable.ts';
import type { Dashboard } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { listDefinitions, type Definition } from '@tallyhook/store/definitions';

/** A dashboard as everybody who reads the branch sees it. */
export type DashboardRow = Readable<SavedDashboard>;

/** Adds the current report names to dashboards. */
export async function describeDashboards(
  store: Store,
  branch: Branch,
  dashboards: readonly Definition[],
): Promise<DashboardRow[]> {
  const reports = await listDefinitions(store, branch, 'report');
  const names = new Map(reports.map(({ id, name }) => [id, name]));
  return dashboards.map(({ id, name, revision, app, definition }) => {
    const { tiles, conditions = [], description, tags } = definition as Dashboard;
    return {
      id,
      name,
      revision,
      readOnly: app !== undefined,
      ...(app === undefined ? {} : { app }),
      tiles: tiles.map((tile) => ({
        ...tile,
        name: names.get(tile.report) ?? null,
        isDeleted: !names.has(tile.report),
      })),
      conditions,
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags }),
    };
  });
}

/** Does the same for one dashboard. */
export async function describeDashboard(store: Store, branch: Branch, dashboard: Definition): Promise<DashboardRow> {
  const [row] = await describeDashboards(store, branch, [dashboard]);
  return row!;
}
