import type { Dashboard, DashboardTile } from '@tallyhook/schemas';
import { changeDefinition } from '@tallyhook/store/definitions';
import type { ApiParts } from '../parts.ts';
import type { Caller } from '../caller.ts';
import { describeDashboard, type DashboardRow } from './describe-dashboard.ts';

/** Applies one change to the current tiles, regardless of concurrent edits. Returns the whole dashboard. */
export async function changeTiles(
  { store }: Pick<ApiParts, 'store'>,
  { branch, by }: Pick<Caller, 'branch' | 'by'>,
  id: string,
  change: (tiles: readonly DashboardTile[]) => DashboardTile[],
): Promise<DashboardRow> {
  const step = ({ definition }: { definition: unknown }) => ({
    definition: { ...(definition as Dashboard), tiles: change((definition as Dashboard).tiles) },
  });
  return describeDashboard(store, branch, await changeDefinition(store, branch, 'dashboard', { id, change: step }, by));
}
