// Made from api/import.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count } from './parts.ts';
import type { ProblemDetail, ProblemDocument } from './problem.ts';
import type { RecordType } from './records.ts';

/**
 * A line of an answer as `application/x-ndjson`; the last one is the result or a problem.
 */
export type ImportLine =
  | {
      progress: ImportProgress;
    }
  | {
      result: ImportResult;
    }
  | {
      problem: ProblemDocument;
    };

/**
 * The result of an import. With `dryRun`, nothing was written.
 */
export interface ImportResult {
  type: RecordType;
  /**
   * Whether the import created the record type.
   */
  created: boolean;
  /**
   * Whether the record type did not exist before; a dry run shows it in `type` without creating it.
   */
  isNewType: boolean;
  columns: ImportedColumn[];
  /**
   * The columns that go into no field: those that `field` leaves out, and in JSON those that every record has, such as `id`.
   */
  leftOut: MatchedColumn[];
  /**
   * The texts that were read as no value, such as `NA`.
   */
  emptyMarkers: string[];
  /**
   * Where such texts were read as no value.
   */
  emptied: MarkerCount[];
  /**
   * Where such texts were kept, because the column holds texts.
   */
  kept: MarkerCount[];
  /**
   * What separates the cells of a CSV file: named, or found by looking.
   */
  delimiter?: string;
  /**
   * Data rows, or records, in the file.
   */
  rows: Count;
  /**
   * Rows that became records.
   */
  imported: Count;
  /**
   * Records that rows changed; only with `key`.
   */
  updated: Count;
  /**
   * Rows whose record already was as they say; only with `key`.
   */
  unchanged: Count;
  /**
   * Rows that could not be imported.
   */
  refused: Count;
  /**
   * The first hundred mistakes in file order; `errorCount` has the total.
   */
  errors: ProblemDetail[];
  errorCount: Count;
  /**
   * The first hundred values that name no record and were left empty; `warningCount` has the total.
   */
  warnings: ProblemDetail[];
  warningCount: Count;
  /**
   * The number of the first change in the change log; null for a dry run, and if nothing changed.
   */
  change: Count | null;
  tookMs: Count;
  rowsPerSecond: Count;
  dryRun: boolean;
  /**
   * The number of the newest change that imported the same file into the type on this branch; null if there is none. Its rows exist twice then.
   */
  importedBefore: Count | null;
}
/**
 * The progress of an import.
 */
export interface ImportProgress {
  /**
   * `reading` finds out what the columns hold; `writing` reads the file again and writes the records.
   */
  step: 'reading' | 'writing';
  /**
   * The rows of this step so far.
   */
  rows: Count;
  /**
   * Of the whole import, 0 to 100; null if the file size is unknown.
   */
  percent: number | null;
  /**
   * The average over this step so far.
   */
  rowsPerSecond: Count;
}
/**
 * The field that a column became.
 */
export interface ImportedColumn {
  column: string;
  field: string;
  kind: 'text' | 'choice' | 'number' | 'day' | 'instant' | 'yesNo' | 'relation' | 'person' | 'file';
  /**
   * The record type of a relation.
   */
  target?: string;
  /**
   * Why the column has this kind.
   */
  reason: string;
  /**
   * What the texts of the column look like although they are not read as that: dates need `dates`, numbers `decimals`, codes such as 1.10 would change as numbers, and mixed ones are of several kinds.
   */
  looksLike?: 'date' | 'number' | 'code' | 'mixed';
  /**
   * The first different texts of the column, as they are in the file.
   */
  samples: string[];
}
/**
 * A column of a file: in `columns` of the problem of a refused dry run, for every column, and in `leftOut`. Without `field` and `kind` if it matches no field of the type, or is left out.
 */
export interface MatchedColumn {
  column: string;
  field?: string;
  kind?: 'text' | 'choice' | 'number' | 'day' | 'instant' | 'yesNo' | 'relation' | 'person' | 'file';
  /**
   * The record type of a relation.
   */
  target?: string;
  /**
   * Why the column goes into this field, or into none.
   */
  reason: string;
  /**
   * As in `ImportedColumn`.
   */
  looksLike?: 'date' | 'number' | 'code' | 'mixed';
  /**
   * The first different texts of the column, as they are in the file.
   */
  samples: string[];
}
export interface MarkerCount {
  column: string;
  field: string;
  text: string;
  cells: Count;
}
