import { BSON, ObjectId } from 'mongodb';
import type { RecordType } from '@tallyhook/schemas';
import type { RecordDocument, StoredValue } from '../collections/record-document.ts';
import { checkFields, defaultsOf } from '../records/field-values.ts';
import { recordLimitBytes } from '../records/write-record.ts';
import type { CellReport } from './cell-readers.ts';
import type { Column } from './head.ts';
import type { ImportMistake, MistakeList } from './import-problem.ts';
import type { Cell, Row, RowFormat } from './row-format.ts';

/** How the cells of one column become a field. */
export interface ReadColumn {
  column: Column;
  fieldName: string;
  read: (cell: Cell, report: CellReport) => StoredValue | undefined;
}

export interface ConvertOptions {
  type: RecordType;
  format: RowFormat;
  columns: readonly Column[];
  readColumns: readonly ReadColumn[];
  /** The system fields of every new record. */
  system: Omit<RecordDocument, '_id'>;
  /** How to treat a cell that refers to no record: no value and a warning, or a mistake. */
  missing: 'empty' | 'refuse';
  errors: MistakeList;
  warnings: MistakeList;
}

/** From this row size on, the size of the record in the database is measured. */
const longRowCharacters = 128 * 1024;

/** Creates the function that converts a row to a record; it returns undefined if the row has mistakes. */
export function createRowConverter(options: ConvertOptions): (row: Row) => RecordDocument | undefined {
  const { type, columns, readColumns, system, errors } = options;
  const required = type.fields.filter((field) => field.required);
  const defaults = checkFields(type, defaultsOf(type)).values;
  const columnOf = new Set(readColumns.map(({ fieldName }) => fieldName));
  // An empty cell stays empty, unless its field must have a value.
  const filled = type.fields.filter(
    ({ name, required: isRequired }) => Object.hasOwn(defaults, name) && (isRequired || !columnOf.has(name)),
  );
  const state = { row: undefined as unknown as Row, column: columns[0]!, refused: false };
  const report = createReport(options, state);

  return (row) => {
    if (row.cells.length !== columns.length || row.mistake) return refuseRow(row, columns.length, errors);
    state.row = row;
    state.refused = false;
    const document: RecordDocument = { _id: new ObjectId(), ...system } as RecordDocument;
    for (const { column, fieldName, read } of readColumns) {
      state.column = column;
      const value = read(row.cells[column.index], report);
      if (value !== undefined) document[fieldName] = value;
    }
    for (const { name } of filled) document[name] ??= defaults[name]!;
    for (const { name, label } of required) {
      if (document[name] !== undefined || state.refused) continue;
      state.refused = true;
      errors.add({
        line: row.line,
        code: 'required_field',
        detail: `${label} ("${name}") is required, but the row has no value for it.`,
      });
    }
    if (!state.refused && isTooLarge(row, document, options)) state.refused = true;
    return state.refused ? undefined : document;
  };
}

function createReport(
  { format, missing, errors, warnings }: ConvertOptions,
  state: { row: Row; column: Column; refused: boolean },
): CellReport {
  const mistake = (code: string, describe: (given: string) => string): ImportMistake => {
    const { header, index } = state.column;
    const given = format.describe(state.row.cells[index]);
    return { line: state.row.line, column: header, code, detail: `"${header}" ${describe(given)}.` };
  };
  return {
    refuse({ code, expected, allowed }) {
      state.refused = true;
      errors.add({ ...mistake(code, (given) => `must be ${expected}, got ${given}`), ...(allowed ? { allowed } : {}) });
      return undefined;
    },
    missing({ type, keyField }) {
      const what = type === undefined ? 'no member of the workspace' : `no record of "${type}"`;
      const found = mistake(
        'target_missing',
        (given) => `has ${given}, but ${what} has that ${keyField?.name ?? 'id'}`,
      );
      if (missing === 'refuse') state.refused = true;
      (missing === 'refuse' ? errors : warnings).add(found);
      return undefined;
    },
  };
}

function refuseRow({ line, cells, mistake }: Row, expected: number, errors: MistakeList): undefined {
  if (mistake !== undefined) return void errors.add({ line, ...mistake });
  const detail = `The row has ${cells.length} cells, but the header line has ${expected}: is a delimiter or a quotation mark missing?`;
  errors.add({ line, code: 'wrong_cell_count', detail });
}

function isTooLarge(
  { line, cells }: Row,
  document: RecordDocument,
  { format, errors }: Pick<ConvertOptions, 'format' | 'errors'>,
): boolean {
  let characters = 0;
  for (const cell of cells) characters += format.lengthOf(cell);
  if (characters < longRowCharacters) return false;
  const sizeBytes = BSON.calculateObjectSize(document);
  if (sizeBytes <= recordLimitBytes) return false;
  const detail = `The record would be ${sizeBytes} bytes, but the limit is ${recordLimitBytes} bytes (1 MiB).`;
  errors.add({ line, code: 'too_large', detail });
  return true;
}
