// Made from api/import.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count } from './parts.ts';
import type { ProblemDetail } from './problem.ts';
import type { RecordType } from './records.ts';

export interface ImportResult {
  type: RecordType;
  created: boolean;
  columns: ImportedColumn[];
  emptyMarkers: string[];
  emptied: MarkerCount[];
  kept: MarkerCount[];
  delimiter: string;
  rows: Count;
  imported: Count;
  refused: Count;
  errors: ProblemDetail[];
  errorCount: Count;
  warnings: ProblemDetail[];
  warningCount: Count;
  change: Count | null;
  tookMs: Count;
  rowsPerSecond: Count;
  dryRun: boolean;
}
export interface ImportedColumn {
  column: string;
  field: string;
  kind: 'text' | 'choice' | 'number' | 'day' | 'instant' | 'yesNo' | 'relation' | 'person' | 'file';
  target?: string;
  reason: string;
}
export interface MarkerCount {
  column: string;
  field: string;
  text: string;
  cells: Count;
}
