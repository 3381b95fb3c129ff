/** A cell by the numbers of its line and column. */
export interface CellPlace {
  line: number;
  column: number;
}

/** The chosen cells: a rectangle from where it began to the active cell. */
export interface Selection {
  from: CellPlace;
  to: CellPlace;
}

export interface GridSize {
  lines: number;
  columns: number;
  /** How many lines fit on the screen. */
  page: number;
}

export interface Rectangle {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const oneCell = (place: CellPlace): Selection => ({ from: place, to: place });

export function rectangleOf({ from, to }: Selection): Rectangle {
  return {
    top: Math.min(from.line, to.line),
    bottom: Math.max(from.line, to.line),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

/** The key that moves the active cell. */
export interface MoveKey {
  key: string;
  /** Control or Command. */
  isFar: boolean;
  /** Shift keeps the other corner. */
  isExtending: boolean;
}

/** The selection after a key; undefined if the key does not move. */
export function moveSelection(selection: Selection, { key, isFar, isExtending }: MoveKey, size: GridSize) {
  const { line, column } = selection.to;
  const last = { line: size.lines - 1, column: size.columns - 1 };
  const steps: Record<string, CellPlace> = {
    ArrowUp: { line: isFar ? 0 : line - 1, column },
    ArrowDown: { line: isFar ? last.line : line + 1, column },
    ArrowLeft: { line, column: isFar ? 0 : column - 1 },
    ArrowRight: { line, column: isFar ? last.column : column + 1 },
    PageUp: { line: line - size.page, column },
    PageDown: { line: line + size.page, column },
    Home: { line: isFar ? 0 : line, column: 0 },
    End: { line: isFar ? last.line : line, column: last.column },
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const to = clamp(step, size);
  return isExtending ? { from: selection.from, to } : oneCell(to);
}

export function clamp({ line, column }: CellPlace, { lines, columns }: Pick<GridSize, 'lines' | 'columns'>): CellPlace {
  const within = (value: number, end: number) => Math.max(0, Math.min(value, end - 1));
  return { line: within(line, lines), column: within(column, columns) };
}
