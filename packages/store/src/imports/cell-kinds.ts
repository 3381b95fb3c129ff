import { parseDay, parseInstant } from '../collections/calendar.ts';

/** The kinds a cell can be recognized as. `power` is a whole number such as 1e3, which may be a code. */
export type CellKind = 'number' | 'power' | 'day' | 'instant' | 'yesNo' | 'text';

const decimalPattern = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)$/;
const powerPattern = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)[eE][+-]?\d{1,3}$/;
const wholePowerPattern = /^\d+[eE]\d+$/;
const yesNoPattern = /^(?:true|false|yes|no)$/i;
const localPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/;

/** The kind of a single cell. Codes such as 007, and numbers with more digits than a number can hold, are text. */
export function kindOfCell(cell: string): CellKind {
  const first = cell.charCodeAt(0);
  if (first > 57 || (first < 48 && first !== 45 && first !== 46)) return yesNoPattern.test(cell) ? 'yesNo' : 'text';
  if (readNumber(cell) !== undefined) return wholePowerPattern.test(cell) ? 'power' : 'number';
  if (cell.length === 10 && parseDay(cell)) return 'day';
  return cell.length >= 16 && (parseInstant(cell) ?? localTime(cell)) ? 'instant' : 'text';
}

/** Parses a number; undefined if a number could not represent the text exactly. */
export function readNumber(cell: string): number | undefined {
  if (!decimalPattern.test(cell) && !powerPattern.test(cell)) return undefined;
  const value = Number(cell);
  if (cell.length > 3 && !Number.isFinite(value)) return undefined;
  if (cell.length > 15 && /^-?\d+$/.test(cell) && !Number.isSafeInteger(value)) return undefined;
  return value === 0 ? 0 : value;
}

/** Parses a date and time without a zone, as if in UTC; undefined for anything else. */
export function localTime(cell: string): Date | undefined {
  const match = localPattern.exec(cell);
  return match ? parseInstant(`${match[1]}T${match[2]}Z`) : undefined;
}
