// Made from api/reports.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Name, Revision } from './parts.ts';
import type { ProblemDetail } from './problem.ts';
import type { Report } from '../report.ts';

export interface SavedReport {
  id: Id;
  kind: 'report';
  name: string;
  definition: Report;
  /**
   * The app that installed it; absent for the workspace's own.
   */
  app?: string;
  revision: Revision;
  createdAt: Moment;
  createdBy: string;
  updatedAt: Moment;
  updatedBy: string;
  /**
   * Whether an app installed it, so that it cannot be changed here.
   */
  readOnly: boolean;
  /**
   * What the report uses that the branch no longer has; empty if it can be computed.
   */
  problems: ProblemDetail[];
}
export interface NewReport {
  name: Name;
  definition: Report;
  /**
   * The id of a dashboard to add the report to.
   */
  dashboard?: string;
}
export interface ReportPatch {
  name?: Name;
  definition?: Report;
  /**
   * The revision that was edited; the change is refused if it is no longer the current one.
   */
  revision: Revision;
}
