// Made from dashboard.schema.json by `npm run generate`. Change the schema, not this file.

import type { QuestionFieldName, QuestionOperand, QuestionOperator } from './question.ts';
import type { DefinitionDescription, DefinitionTags } from './report.ts';

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
  /**
   * The conditions that apply when the dashboard is opened.
   */
  conditions?: DashboardConditions;
  description?: DefinitionDescription;
  tags?: DefinitionTags;
}
/**
 * Conditions on all tiles. A tile whose records have no such field, or one of another kind, is not filtered by it.
 *
 * @maxItems 10
 */
export type DashboardConditions = DashboardCondition[];
export type DashboardId = string;
/**
 * The width of the tile in columns, out of three.
 */
export type TileWidth = 1 | 2 | 3;

export interface DashboardCondition {
  field: QuestionFieldName;
  /**
   * The kind of field it is meant for. Days and instants fit each other.
   */
  kind: 'text' | 'choice' | 'number' | 'day' | 'instant' | 'yesNo' | 'relation' | 'person' | 'file';
  /**
   * The record type that a relation must point to.
   */
  target?: string;
  op: QuestionOperator;
  value?: QuestionOperand;
}
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
