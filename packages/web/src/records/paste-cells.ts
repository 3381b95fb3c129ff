import type { Field } from '@tallyhook/schemas';
import type { GridColumn } from '../grid/column-width.ts';
import { readCell } from '../grid/read-cell.ts';
import { rectangleOf, type Selection } from '../grid/selection.ts';
import { valueOf } from './record-entry.ts';
import type { RecordRows, RowEdit } from './record-rows.ts';

interface Sheet {
  rows: Pick<RecordRows, 'entryAt'>;
  columns: readonly GridColumn[];
}

/** How many lines and columns a paste fills: a single cell fills all chosen ones. */
export function sizeOfPaste(cells: readonly (readonly string[])[], at: Selection): { height: number; width: number } {
  const { top, bottom, left, right } = rectangleOf(at);
  if (isOneCell(cells)) return { height: bottom - top + 1, width: right - left + 1 };
  return { height: cells.length, width: cells.reduce((most, line) => Math.max(most, line.length), 0) };
}

export const isOneCell = (cells: readonly (readonly string[])[]): boolean =>
  cells.length === 1 && cells[0]!.length === 1;

/** What a paste does. */
export interface Pasted {
  edits: RowEdit[];
  /** The fields of new records, for the lines beyond the last row. */
  added: Record<string, unknown>[];
  /** Why cells cannot be read: they are left as they are. */
  refused: string[];
  /** How many cells have no column, or one that nobody can change. */
  leftOut: number;
}

/** The edits of a paste into lines of the grid, from the first chosen column on. */
export function pasteCells(
  cells: readonly (readonly string[])[],
  at: Selection,
  {
    lines,
    added,
    rows,
    columns,
    names,
  }: Sheet & {
    /** The lines of records that it changes, all of them read. */
    lines: readonly number[];
    /** How many records it adds. */
    added: number;
    names: Readonly<Record<string, string>>;
  },
): Pasted {
  const { left } = rectangleOf(at);
  const { width } = sizeOfPaste(cells, at);
  const ids = new Map(Object.entries(names).map(([id, name]) => [name, id]));
  const pasted: Pasted = { edits: [], added: [], refused: [], leftOut: 0 };
  const fieldsOf = (line: number) => {
    const fields: Record<string, unknown> = {};
    for (let column = 0; column < width; column += 1) {
      const field = columns[left + column]?.field;
      const text = isOneCell(cells) ? cells[0]![0]! : cells[line]?.[column];
      if (text === undefined) continue;
      if (field === undefined || isFixed(field)) {
        pasted.leftOut += 1;
        continue;
      }
      const read = readCell(text, field, (name) => ids.get(name));
      if (read.problem === undefined) fields[field.name] = read.value;
      else pasted.refused.push(read.problem);
    }
    return fields;
  };
  lines.forEach((number, line) => {
    const entry = rows.entryAt(number);
    if (entry === undefined || entry.isGone) return;
    const fields = fieldsOf(line);
    if (Object.keys(fields).length > 0) pasted.edits.push({ id: entry.record.id, fields });
  });
  for (let line = 0; line < added; line += 1) {
    const fields = fieldsOf(lines.length + line);
    // An empty line of a spreadsheet is no record.
    if (Object.values(fields).some((value) => value !== null && value !== '')) pasted.added.push(fields);
  }
  return pasted;
}

/** Copies the first chosen line into those below it. */
export function fillDown(at: Selection, { rows, columns }: Sheet): RowEdit[] {
  const { top, bottom, left, right } = rectangleOf(at);
  // With one line chosen, the line above it is copied, as in a sheet.
  const source = rows.entryAt(top === bottom ? top - 1 : top);
  if (source === undefined) return [];
  return editsOf({ top: top === bottom ? top : top + 1, bottom, left, right }, { rows, columns }, (field) =>
    valueOf(source, field.name),
  );
}

/** Empties the chosen cells. */
export function clearCells(at: Selection, sheet: Sheet): RowEdit[] {
  return editsOf(rectangleOf(at), sheet, () => null);
}

function editsOf(
  { top, bottom, left, right }: ReturnType<typeof rectangleOf>,
  { rows, columns }: Sheet,
  valueFor: (field: Field) => unknown,
): RowEdit[] {
  const edits: RowEdit[] = [];
  const changed = columns.slice(left, right + 1).filter(({ field }) => !isFixed(field));
  for (let line = top; line <= bottom; line += 1) {
    const entry = rows.entryAt(line);
    if (entry === undefined || entry.isGone || changed.length === 0) continue;
    const fields = Object.fromEntries(changed.map(({ field }) => [field.name, valueFor(field) ?? null]));
    edits.push({ id: entry.record.id, fields });
  }
  return edits;
}

const isFixed = ({ name }: Field): boolean => ['createdAt', 'createdBy', 'updatedAt', 'updatedBy'].includes(name);
