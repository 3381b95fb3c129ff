// Made from api/dashboards.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Name, Revision } from './parts.ts';
import type { DashboardConditions, DashboardId, TileWidth } from '../dashboard.ts';
import type { DefinitionDescription, DefinitionTags } from '../report.ts';

/**
 * Conditions of a dashboard, for the answer of one of its reports.
 */
export type AskedConditions = DashboardConditions;
/**
 * A move by one place, or a new width in columns.
 */
export type TilePatch = {move: 'earlier' | 'later'} | {width: 1 | 2 | 3};

export interface SavedDashboard {
  id: Id;
  name: string;
  revision: Revision;
  /**
   * Whether an app installed it, so that it cannot be changed here.
   */
  readOnly: boolean;
  /**
   * The app that installed it; absent for the workspace's own.
   */
  app?: string;
  tiles: SavedTile[];
  conditions: DashboardConditions;
  description?: DefinitionDescription;
  tags?: DefinitionTags;
}
export interface NewDashboard {
  name: Name;
}
/**
 * What changes; everything else stays.
 */
export interface DashboardPatch {
  name?: Name;
  conditions?: DashboardConditions;
  /**
   * An empty text removes it.
   */
  description?: string;
  /**
   * An empty list removes them.
   *
   * @maxItems 10
   */
  tags?: string[];
}
/**
 * A report to add as a tile.
 */
export interface NewTile {
  report: DashboardId;
  width?: TileWidth;
  /**
   * The id of a removed tile, to restore it.
   */
  id?: DashboardId;
  /**
   * The tile in front of which to insert it; at the end if null, absent or gone.
   */
  before?: DashboardId | null;
}
export interface SavedTile {
  id: Id;
  /**
   * The id of the report.
   */
  report: Id;
  width: TileWidth;
  /**
   * The name of the report; null if it was deleted.
   */
  name: string | null;
  /**
   * Whether the report was deleted.
   */
  isDeleted: boolean;
}
