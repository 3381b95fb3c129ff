// Made from api/reports.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Name, Revision } from './parts.ts';
import type { ProblemDetail } from './problem.ts';
import type { Report } from '../report.ts';

export interface SavedReport {
  id: Id;
  kind: 'report';
  name: string;
  definition: Report;
  app?: string;
  revision: Revision;
  createdAt: Moment;
  createdBy: string;
  updatedAt: Moment;
  updatedBy: string;
  readOnly: boolean;
  problems: ProblemDetail[];
}
export interface NewReport {
  name: Name;
  definition: Report;
  dashboard?: string;
}
export interface ReportPatch {
  name?: Name;
  definition?: Report;
  revision: Revision;
}
