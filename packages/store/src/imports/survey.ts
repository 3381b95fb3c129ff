import { createProfile, type ColumnProfile } from './column-profile.ts';
import type { EmptyTest } from './empty-texts.ts';
import type { Column } from './head.ts';
import { createMistakeList, refuseImport, type ImportMistake } from './import-problem.ts';
import type { PlannedColumn } from './plan-columns.ts';
import type { RowCount, RowFormat } from './row-format.ts';
import type { Rewrite } from './written-forms.ts';
import { keyText, type KeyTarget } from './relation-keys.ts';

/** The result of the first pass over a file. */
export interface Survey {
  columns: Column[];
  profiles: ColumnProfile[];
  /** The distinct keys of each column that refers to records, by column and target. */
  keys: Map<KeyColumn, Set<string>>;
  rows: number;
  /** What separates the cells; absent for JSON. */
  delimiter?: string;
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
export function listSeparator(delimiter: string | undefined): string {
  return delimiter === ';' ? ',' : ';';
}

export interface SurveyOptions {
  /** Called once with all columns, as early as they are known. */
  checkColumns: (columns: readonly Column[]) => void;
  /** Called with columns when they are first seen; returns those that refer to records. */
  keyColumnsOf: (columns: readonly Column[]) => KeyColumn[];
  isEmptyText: EmptyTest;
  format: RowFormat;
  rewrite: Rewrite;
  onRows: (rows: number, bytes: number) => void;
}

/**
 * Reads a whole file once.
 * @throws Problem `invalid_import`.
 */
export async function surveyFile(
  source: AsyncIterable<Buffer>,
  { checkColumns, keyColumnsOf, isEmptyText, format, rewrite, onRows }: SurveyOptions,
): Promise<Survey> {
  const file = await format.open(source);
  const columns: Column[] = [];
  const profiles: ColumnProfile[] = [];
  const keys = new Map<KeyColumn, Set<string>>();
  const separator = listSeparator(file.delimiter);
  let rows = 0;
  let firstMistake: ImportMistake | undefined;
  const addNewColumns = () => {
    const added = file.columns.slice(columns.length);
    for (const column of added) {
      columns.push(column);
      profiles.push({ ...createProfile(format.counts), empty: rows });
    }
    for (const column of keyColumnsOf(added)) keys.set(column, new Set());
  };
  if (format.hasHead) {
    checkColumns(file.columns);
    addNewColumns();
  }
  for await (const batch of file.rows) {
    if (file.columns.length > columns.length) addNewColumns();
    for (const { cells, line, mistake } of batch) {
      if (mistake !== undefined) firstMistake ??= { line, ...mistake };
      if (mistake !== undefined || cells.length !== columns.length) continue;
      for (let index = 0; index < cells.length; index++)
        format.addCell(profiles[index]!, cells[index], line, isEmptyText, rewrite);
      for (const [column, found] of keys)
        addKeys(column, format.keysIn(cells[column.index], { many: column.many, separator }), found);
    }
    rows += batch.length;
    onRows(batch.length, file.bytes.sizeBytes);
  }
  if (rows === 0) throw refuseImport([{ code: 'no_rows', detail: 'The file has a header line but no rows.' }]);
  if (columns.length === 0) throw refuseImport(noColumns(firstMistake, format.counts));
  if (!format.hasHead) checkColumns(columns);
  const { sizeBytes } = file.bytes;
  const { delimiter } = file;
  const read = { rows, sizeBytes, digest: file.bytes.digest(), ...(delimiter !== undefined && { delimiter }) };
  return { columns, profiles, keys, ...read };
}

/** Why no row has a column. */
function noColumns(mistake: ImportMistake | undefined, counts: RowCount): readonly ImportMistake[] {
  const errors = createMistakeList(counts);
  errors.add(mistake ?? { code: 'no_fields', detail: 'The records have no fields: expected such as {"name": "Ada"}.' });
  return errors.first;
}

/** The key columns among the planned ones. */
export function keyColumnsAmong(planned: readonly PlannedColumn[]): KeyColumn[] {
  return planned.flatMap(({ column, field, target }) =>
    target ? [{ index: column.index, target, many: field.many === true }] : [],
  );
}

function addKeys({ target }: KeyColumn, parts: readonly string[], found: Set<string>): void {
  for (const part of parts) found.add(keyText(target, part));
  if (found.size <= maxKeys) return;
  const detail = `A column refers to more than ${maxKeys} different records: import the file in parts.`;
  throw refuseImport([{ code: 'too_many_keys', detail }]);
}
