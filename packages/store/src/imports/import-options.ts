import type { Readable } from 'node:stream';
import type { Field, RecordType } from '@tallyhook/schemas';
import type { ImportProgress } from '@tallyhook/schemas/api';
import type { ImportMistake } from './import-problem.ts';
import type { ImportRelation } from './relation-keys.ts';

export type DateOrder = 'dmy' | 'mdy' | 'ymd';
export type DecimalSign = 'point' | 'comma';

/** CSV; objects one on each line; or a JSON list of objects. */
export type FileFormat = 'csv' | 'ndjson' | 'json';

export interface ImportOptions {
  format: FileFormat;
  /** The record type; if the branch does not have it, it is created from the data. */
  type: string;
  /** Opens the file from its beginning; called twice. */
  open: () => Readable;
  /** The size of the file, to report the progress in percent. */
  sizeBytes?: number;
  relations?: readonly ImportRelation[];
  /** Corrections of what is proposed for the columns. */
  fields?: readonly FieldChoice[] | undefined;
  /** Texts that mean "no value" in every column; they are trimmed before the comparison. */
  emptyTexts?: readonly string[];
  /** What separates the cells of a CSV file; default: found in the first rows. */
  delimiter?: string | undefined;
  /** The encoding of a CSV file, a label of the Encoding Standard; default UTF-8. JSON is UTF-8. */
  encoding?: string | undefined;
  /** The order in which dates such as 31/12/2025 are written; default: only YYYY-MM-DD is a date. */
  dates?: DateOrder | undefined;
  /** The decimal sign. With it, thousands separators, currency signs and percent signs are read too. */
  decimals?: DecimalSign | undefined;
  /** How to treat a value that refers to no record: no value and a warning, or a refused line. */
  missing?: 'empty' | 'refuse';
  /** Whether one refused line refuses the file; by default it is left out and reported. */
  allOrNothing?: boolean;
  /** Whether to only report what would happen, without saving anything. */
  dryRun?: boolean;
  /** The column, or its field, by which rows find the records that they update; without it every row is a new record. */
  key?: string | undefined;
  /** Refuses too many rows, before anything is written. Not called for a dry run. */
  checkRows?: (rows: number) => Promise<void>;
  by: string;
  /** Called at most five times a second. */
  onProgress?: (progress: ImportProgress) => void;
  /** Cancels the import; nothing of it remains. */
  signal?: AbortSignal;
}

/** What a column became. */
export interface ImportedColumn {
  column: string;
  field: string;
  kind: Field['kind'];
  /** The type that a relation points to. */
  target?: string;
  /** Why the column became this field. */
  reason: string;
  /** What the texts look like although they are not read as that. */
  looksLike?: 'date' | 'number' | 'code' | 'mixed';
  /** Some of its texts, as they are in the file. */
  samples: string[];
}

/** A column of a file that cannot be imported as it is, or is left out; without a field if it goes into none. */
export type MatchedColumn = Omit<ImportedColumn, 'field' | 'kind'> & Partial<Pick<ImportedColumn, 'field' | 'kind'>>;

/** A person's choice for one column. */
export interface FieldChoice {
  /** The column by its name in the head line, or the key in JSON. */
  column: string;
  /** The field it goes into; null leaves the column out. Absent: as proposed. */
  field?: string | null;
  /** The kind of the field of a new type. */
  kind?: Field['kind'];
}

/** How many cells of a column contain a marker such as `NA`. */
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
  /** Whether the import created the type. */
  created: boolean;
  /** Whether the type did not exist before; a dry run would create it. */
  isNewType: boolean;
  columns: ImportedColumn[];
  /** The columns that go into no field, and why. */
  leftOut: MatchedColumn[];
  /** The texts that were taken as "no value", such as `NA`. */
  emptyMarkers: string[];
  /** Where they were taken as "no value". */
  emptied: MarkerCount[];
  /** Where they were kept because the column holds text; with `emptyTexts` they become "no value" there too. */
  kept: MarkerCount[];
  /** What separates the cells of a CSV file. */
  delimiter?: string;
  /** The number of rows in the file. */
  rows: number;
  imported: number;
  /** Records that the rows changed, and those that already were as the row says; only with a key. */
  updated: number;
  unchanged: number;
  refused: number;
  /** The first hundred mistakes, in file order. */
  errors: ImportMistake[];
  errorCount: number;
  /** The first hundred values that refer to no record and were left empty. */
  warnings: ImportMistake[];
  warningCount: number;
  /** The number of the change in the change log; null for a dry run. */
  change: number | null;
  tookMs: number;
  rowsPerSecond: number;
  dryRun: boolean;
  /** The number of the newest change that imported the same file into the type; null if there is none. */
  importedBefore: number | null;
}
