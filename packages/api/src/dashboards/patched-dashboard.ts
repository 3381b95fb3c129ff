import type { Dashboard } from '@tallyhook/schemas';
import type { DashboardPatch } from '@tallyhook/schemas/api';

/** Applies a change to a dashboard; an empty text or list removes the part. */
export function patchedDashboard(dashboard: Dashboard, patch: Omit<DashboardPatch, 'name'>): Dashboard {
  const changed = { ...dashboard, ...patch };
  const entries = Object.entries(changed).filter(([key, value]) => key === 'tiles' || value?.length !== 0);
  return Object.fromEntries(entries) as unknown as Dashboard;
}
