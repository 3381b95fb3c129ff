import type { Readable } from 'node:stream';
import type { Field, RecordType } from '@tallyhook/schemas';
import type { ImportMistake } from './import-problem.ts';
import type { ImportProgress } from './progress.ts';
import type { ImportRelation } from './relation-keys.ts';

export interface ImportOptions {
  /** The record type; one that the branch does not have is made from the data. */
  type: string;
  /** Opens the file from its beginning; it is read twice. */
  open: () => Readable;
  /** The size of the file, for the progress. */
  sizeBytes?: number;
  relations?: readonly ImportRelation[];
  /** Texts that mean no value in every column: cells that say one of them, apart from space around it. */
  emptyTexts?: readonly string[];
  /** What a value means that names no record: no value and a warning, or a refused line. */
  missing?: 'empty' | 'refuse';
  /** Whether one refused line refuses the file; else it is left out and reported. */
  allOrNothing?: boolean;
  /** Whether to find out what would happen and keep nothing. */
  dryRun?: boolean;
  by: string;
  /** Called at most five times a second. */
  onProgress?: (progress: ImportProgress) => void;
  /** Ends the import; nothing of it is left. */
  signal?: AbortSignal;
}

/** What became of a column. */
export interface ImportedColumn {
  column: string;
  field: string;
  kind: Field['kind'];
  /** The type that a relation goes to. */
  target?: string;
  /** Why it became this field. */
  reason: string;
}

/** How many cells of a column say a text such as `NA`. */
export interface MarkerCount {
  column: string;
  /** The field that the cells go into. */
  field: string;
  text: string;
  cells: number;
}

export interface ImportResult {
  /** The type with its fields. */
  type: RecordType;
  /** Whether the import made the type. */
  created: boolean;
  columns: ImportedColumn[];
  /** The texts that were taken as no value, such as `NA`. */
  emptyMarkers: string[];
  /** Where they were taken as no value. */
  emptied: MarkerCount[];
  /** Where they were kept, since the column holds texts; with `emptyTexts` they are no value there too. */
  kept: MarkerCount[];
  delimiter: string;
  /** The rows of the file. */
  rows: number;
  imported: number;
  refused: number;
  /** The first hundred mistakes, in the order of the file. */
  errors: ImportMistake[];
  errorCount: number;
  /** The first hundred values that name no record and were left empty. */
  warnings: ImportMistake[];
  warningCount: number;
  /** The number of the change in the change log; null for a dry run. */
  change: number | null;
  tookMs: number;
  rowsPerSecond: number;
  dryRun: boolean;
}
