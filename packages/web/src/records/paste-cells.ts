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

const maxRecords = 1_000;

/**
 * The edits of a paste: from the first chosen cell on; a single cell fills all chosen ones. Cells that cannot be read
 * are left as they are, with the reason.
 */
export function pasteCells(
  cells: readonly (readonly string[])[],
  at: Selection,
  { rows, columns, names }: Sheet & { names: Readonly<Record<string, string>> },
): { edits: RowEdit[]; refused: string[] } {
  const { top, bottom, left, right } = rectangleOf(at);
  const isOne = cells.length === 1 && cells[0]!.length === 1;
  const height = isOne ? bottom - top + 1 : cells.length;
  const width = isOne ? right - left + 1 : Math.max(...cells.map((line) => line.length));
  const ids = new Map(Object.entries(names).map(([id, name]) => [name, id]));
  const refused: string[] = [];
  const edits: RowEdit[] = [];
  for (let line = 0; line < Math.min(height, maxRecords); line += 1) {
    const entry = rows.entryAt(top + line);
    if (entry === undefined) continue;
    const fields: Record<string, unknown> = {};
    for (let column = 0; column < width; column += 1) {
      const field = columns[left + column]?.field;
      const text = isOne ? cells[0]![0]! : cells[line]?.[column];
      if (field === undefined || text === undefined || isFixed(field)) continue;
      const read = readCell(text, field, (name) => ids.get(name));
      if (read.problem === undefined) fields[field.name] = read.value;
      else refused.push(read.problem);
    }
    if (Object.keys(fields).length > 0) edits.push({ id: entry.record.id, fields });
  }
  return { edits, refused };
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
  for (let line = top; line <= bottom && edits.length < maxRecords; line += 1) {
    const entry = rows.entryAt(line);
    if (entry === undefined || changed.length === 0) continue;
    const fields = Object.fromEntries(changed.map(({ field }) => [field.name, valueFor(field) ?? null]));
    edits.push({ id: entry.record.id, fields });
  }
  return edits;
}

const isFixed = ({ name }: Field): boolean => ['createdAt', 'createdBy', 'updatedAt', 'updatedBy'].includes(name);
