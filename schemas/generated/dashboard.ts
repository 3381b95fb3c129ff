// Made from dashboard.schema.json by `npm run generate`. Change the schema, not this file.

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
export type DashboardId = string;
/**
 * How many of the three columns the tile takes.
 */
export type TileWidth = 1 | 2 | 3;

/**
 * One report on a dashboard.
 */
export interface DashboardTile {
  /**
   * Names the tile on its dashboard; the same report may have several.
   */
  id: DashboardId;
  /**
   * The id of the report.
   */
  report: DashboardId;
  width: TileWidth;
}
