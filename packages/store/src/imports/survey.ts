import { addCell, createProfile, type ColumnProfile } from './column-profile.ts';
import { splitCell } from './cell-readers.ts';
import type { EmptyTest } from './empty-texts.ts';
import { readHead, type Column } from './head.ts';
import { refuseImport } from './import-problem.ts';
import type { PlannedColumn } from './plan-columns.ts';
import { readCsv, type CsvOptions } from './read-rows.ts';
import type { Rewrite } from './written-forms.ts';
import { keyText, type KeyTarget } from './relation-keys.ts';

/** The result of the first pass over a file. */
export interface Survey {
  columns: Column[];
  profiles: ColumnProfile[];
  /** The distinct keys of each column that refers to records, by column and target. */
  keys: Map<KeyColumn, Set<string>>;
  rows: number;
  delimiter: string;
  sizeBytes: number;
  /** The SHA-256 of the file. */
  digest: string;
}

/** A column whose cells refer to records. */
export interface KeyColumn {
  index: number;
  target: KeyTarget;
  /** Whether one cell can refer to several records. */
  many: boolean;
}

const maxKeys = 2_000_000;

/** The separator between several values in one cell. */
export function listSeparator(delimiter: string): string {
  return delimiter === ';' ? ',' : ';';
}

export interface SurveyOptions {
  /** Called with the columns once the head line is read; returns those that refer to records. */
  keyColumnsOf: (columns: Column[]) => KeyColumn[];
  isEmptyText: EmptyTest;
  csv: CsvOptions;
  rewrite: Rewrite;
  onRows: (rows: number, bytes: number) => void;
}

/**
 * Reads a whole file once.
 * @throws Problem `invalid_import`.
 */
export async function surveyFile(
  source: AsyncIterable<Buffer>,
  { keyColumnsOf, isEmptyText, csv, rewrite, onRows }: SurveyOptions,
): Promise<Survey> {
  const file = await readCsv(source, csv);
  const columns = readHead(file.head);
  const keyColumns = keyColumnsOf(columns);
  const profiles = columns.map(createProfile);
  const keys = new Map(keyColumns.map((column) => [column, new Set<string>()]));
  const separator = listSeparator(file.delimiter);
  let rows = 0;
  for await (const batch of file.rows) {
    for (const { cells, line } of batch) {
      if (cells.length !== columns.length) continue;
      for (let index = 0; index < cells.length; index++) {
        const written = cells[index]!;
        addCell(profiles[index]!, rewrite(written), line, isEmptyText, written);
      }
      for (const [column, found] of keys) addKeys(column, cells[column.index]!, separator, found);
    }
    rows += batch.length;
    onRows(batch.length, file.bytes.sizeBytes);
  }
  if (rows === 0) throw refuseImport([{ code: 'no_rows', detail: 'The file has a header line but no rows.' }]);
  const { sizeBytes } = file.bytes;
  return { columns, profiles, keys, rows, delimiter: file.delimiter, sizeBytes, digest: file.bytes.digest() };
}

/** The key columns among the planned ones. */
export function keyColumnsAmong(planned: readonly PlannedColumn[]): KeyColumn[] {
  return planned.flatMap(({ column, field, target }) =>
    target ? [{ index: column.index, target, many: field.many === true }] : [],
  );
}

function addKeys({ target, many }: KeyColumn, cell: string, separator: string, found: Set<string>): void {
  if (cell === '') return;
  for (const part of many ? splitCell(cell, separator) : [cell]) found.add(keyText(target, part));
  if (found.size <= maxKeys) return;
  const detail = `A column refers to more than ${maxKeys} different records: import the file in parts.`;
  throw refuseImport([{ code: 'too_many_keys', detail }]);
}
