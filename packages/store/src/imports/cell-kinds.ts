import { parseDay, parseInstant } from '../collections/calendar.ts';
import { isSameDecimal } from './same-decimal.ts';

/** The kinds a cell can be recognized as. `power` is a whole number such as 1e3, which may be a code. */
export type CellKind = 'number' | 'power' | 'day' | 'instant' | 'yesNo' | 'text';

const decimalPattern = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)$/;
const powerPattern = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)[eE][+-]?\d{1,3}$/;
const wholePowerPattern = /^\d+[eE]\d+$/;
const yesNoPattern = /^(?:true|false|yes|no)$/i;
const zonedPattern =
  /^(\d{4}-\d\d-\d\d)[ Tt](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:([Zz]|UTC|GMT)|([+-]\d\d)(?::?(\d\d))?)$/;
const localPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/;

/** The kind of a single cell. Codes such as 007, and numbers with more digits than a number can hold, are text. */
export function kindOfCell(cell: string): CellKind {
  const first = cell.charCodeAt(0);
  if (first > 57 || (first < 48 && first !== 45 && first !== 46)) return yesNoPattern.test(cell) ? 'yesNo' : 'text';
  if (readNumber(cell) !== undefined) return wholePowerPattern.test(cell) ? 'power' : 'number';
  if (cell.length === 10 && parseDay(cell)) return 'day';
  return cell.length >= 16 && (zonedTime(cell) ?? localTime(cell)) ? 'instant' : 'text';
}

/** Parses a number; undefined if a number could not represent the text exactly. */
export function readNumber(cell: string): number | undefined {
  const isPlain = decimalPattern.test(cell);
  if (!isPlain && !powerPattern.test(cell)) return undefined;
  const value = Number(cell);
  if (cell.length > 15 && /^-?\d+$/.test(cell) && !Number.isSafeInteger(value)) return undefined;
  // Every number keeps 15 digits.
  if ((!isPlain || cell.length > 16) && !isSameDecimal(cell, value)) return undefined;
  return value === 0 ? 0 : value;
}

/** Whether a text is written as a number that has more digits than it could keep, such as 0.12345678901234567. */
export function hasTooManyDigits(cell: string): boolean {
  return (decimalPattern.test(cell) || powerPattern.test(cell)) && readNumber(cell) === undefined;
}

/** Parses a date and time with a zone, also as databases and programs write it: `2026-03-01 09:30:00+00`, `… UTC`. */
export function zonedTime(cell: string): Date | undefined {
  const instant = parseInstant(cell);
  if (instant) return instant;
  const match = zonedPattern.exec(cell);
  if (match === null) return undefined;
  const [, day, time, utc, hours, minutes = '00'] = match;
  return parseInstant(`${day}T${time}${utc === undefined ? `${hours}:${minutes}` : 'Z'}`);
}

/** Parses a date and time without a zone, as if in UTC; undefined for anything else. */
export function localTime(cell: string): Date | undefined {
  const match = localPattern.exec(cell);
  return match ? parseInstant(`${match[1]}T${match[2]}Z`) : undefined;
}
