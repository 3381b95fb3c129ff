// Made from api/dashboards.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Name, Revision } from './parts.ts';
import type { DashboardId, TileWidth } from '../dashboard.ts';

export type TilePatch = {move: 'earlier' | 'later'} | {width: 1 | 2 | 3};

export interface SavedDashboard {
  id: Id;
  name: string;
  revision: Revision;
  readOnly: boolean;
  app?: string;
  tiles: SavedTile[];
}
export interface NewDashboard {
  name: Name;
}
export interface DashboardPatch {
  name: Name;
}
export interface NewTile {
  report: DashboardId;
  width?: TileWidth;
  id?: DashboardId;
  before?: DashboardId | null;
}
export interface SavedTile {
  id: Id;
  report: Id;
  width: TileWidth;
  name: string | null;
  isDeleted: boolean;
}
