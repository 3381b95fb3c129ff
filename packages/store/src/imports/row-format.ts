import type { StoredValue } from '../collections/record-document.ts';
import type { CellReaderOptions, CellReport } from './cell-readers.ts';
import type { CheckedBytes } from './checked-bytes.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { EmptyTest } from './empty-texts.ts';
import type { Column } from './head.ts';
import type { Rewrite } from './written-forms.ts';

/** What holds several values where one is expected, in words. */
export interface Nested {
  nested: string;
}

export type SingleValue = string | number | boolean;

/** One value of a row: always a text in CSV; undefined if a JSON object has no such key, or null. */
export type Cell = SingleValue | readonly SingleValue[] | Nested | undefined;

/** One row of a file. */
export interface Row {
  /** The line where it begins, or its number in a JSON list; the first is 1. */
  line: number;
  /** In the order of the columns. */
  cells: readonly Cell[];
  /** Why the row is no row; it has no cells then. */
  mistake?: { code: string; detail: string };
}

/** An open file. */
export interface OpenFile {
  bytes: CheckedBytes;
  /** What separates the cells; absent if they are values of JSON. */
  delimiter?: string;
  /** The columns so far: all of them if the file has a head line, else those of the rows that were read. */
  columns: readonly Column[];
  rows: AsyncIterable<Row[]>;
}

/** How files of one format are read. */
export interface RowFormat {
  /** What its rows are counted by. */
  counts: RowCount;
  /** Whether its columns are known before the first row is read. */
  hasHead: boolean;
  /**
   * Opens a file; `known` are its columns, if it was read before.
   * @throws Problem `invalid_import`, also while reading.
   */
  open(source: AsyncIterable<Buffer>, known?: readonly Column[]): Promise<OpenFile>;
  /** Adds a cell to what is known about its column. */
  addCell(profile: ColumnProfile, cell: Cell, line: number, isEmptyText: EmptyTest, rewrite: Rewrite): void;
  /** The texts in a cell that refers to records. */
  keysIn(cell: Cell, options: { many: boolean; separator: string }): readonly string[];
  /** Creates the reader for the cells of a field; it returns undefined if there is no value. */
  createReader(options: CellReaderOptions): (cell: Cell, report: CellReport) => StoredValue | undefined;
  /** How many characters a cell has, roughly. */
  lengthOf(cell: Cell): number;
  /** A cell in a message. */
  describe(cell: Cell): string;
}

export type RowCount = 'line' | 'record';
