// Made from dashboard.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * A page of reports of a branch. It holds no numbers of its own.
 */
export interface Dashboard {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * The tiles in reading order.
   *
   * @maxItems 100
   */
  tiles: DashboardTile[];
}
export type DashboardId = string;
/**
 * The width of the tile in columns, out of three.
 */
export type TileWidth = 1 | 2 | 3;

/**
 * One report on a dashboard.
 */
export interface DashboardTile {
  /**
   * The id of the tile on its dashboard; a report may have several tiles.
   */
  id: DashboardId;
  /**
   * The id of the report.
   */
  report: DashboardId;
  width: TileWidth;
}
