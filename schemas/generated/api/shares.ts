// Made from api/shares.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment } from './parts.ts';
import type { RecordType } from './records.ts';
import type { DashboardId, TileWidth } from '../dashboard.ts';
import type { ReportGoal } from '../report.ts';

/**
 * A link that shows one dashboard or report to people without a sign-in.
 */
export interface ShareLink {
  id: Id;
  kind: 'dashboard' | 'report';
  /**
   * The id of the dashboard or report.
   */
  target: string;
  /**
   * The name of the dashboard or report; null if it was deleted.
   */
  name: string | null;
  /**
   * The name of the branch; null if it was deleted.
   */
  branch: string | null;
  createdAt: Moment;
  createdBy: string;
  /**
   * The name of the person who created it; null if that person is gone.
   */
  maker: string | null;
  lastUsedAt: Moment | null;
  expiresAt: Moment;
  /**
   * The link itself. Only in the answer that creates it.
   */
  address?: string;
}
export interface NewShareLink {
  kind: 'dashboard' | 'report';
  target: DashboardId;
  /**
   * When the link stops working; by default in 90 days.
   */
  expiresInDays?: number;
}
/**
 * The secret of a link: the part behind its #.
 */
export interface ShareSecret {
  secret: string;
}
/**
 * Asks for the answer of one report behind a link.
 */
export interface SharedQuestion {
  secret: string;
  report: DashboardId;
}
/**
 * What a link shows, without figures.
 */
export interface SharedPage {
  kind: 'dashboard' | 'report';
  name: string;
  /**
   * The name of the workspace.
   */
  workspace: string;
  description?: string;
  expiresAt: Moment;
  reports: SharedReport[];
  /**
   * The record types of its reports, with only the fields that are shown.
   */
  types: RecordType[];
}
export interface SharedReport {
  id: Id;
  name: string;
  /**
   * How the answer is drawn.
   */
  chart: 'bars' | 'line' | 'pie' | 'number' | 'table';
  goal?: ReportGoal;
  description?: string;
  width: TileWidth;
}
