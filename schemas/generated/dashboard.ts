// Made from dashboard.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * Names the tile on its dashboard; the same report may have several.
 */
export type DashboardId = string;
/**
 * The id of the report.
 */
export type DashboardId1 = string;
/**
 * How many of the three columns the tile takes.
 */
export type TileWidth = 1 | 2 | 3;

/**
 * A page that arranges reports of a branch. It holds no numbers of its own.
 */
export interface Dashboard {
  /**
   * Where the schema of this file is, for editors.
   */
  $schema?: string;
  /**
   * The tiles in the order of reading.
   *
   * @maxItems 100
   */
  tiles: DashboardTile[];
}
/**
 * One report on a dashboard.
 */
export interface DashboardTile {
  id: DashboardId;
  report: DashboardId1;
  width: TileWidth;
}
