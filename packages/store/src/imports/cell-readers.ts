import type { Field } from '@tallyhook/schemas';
import { parseDay } from '../collections/calendar.ts';
import type { StoredScalar, StoredValue } from '../collections/record-document.ts';
import { localTime, readNumber, zonedTime } from './cell-kinds.ts';
import { isBlank } from './column-profile.ts';
import type { EmptyTest } from './empty-texts.ts';
import type { LocalToInstant } from './local-time.ts';
import { keyText, type KeyMap, type KeyTarget } from './relation-keys.ts';
import type { Rewrite } from './written-forms.ts';

/** A mistake in one cell. */
export interface CellMistake {
  code: string;
  expected: string;
  allowed?: readonly string[];
}

/** Receives the problems of a cell without a value. */
export interface CellReport {
  refuse(mistake: CellMistake): undefined;
  /** The cell refers to a record that does not exist. */
  missing(target: KeyTarget): undefined;
}

/** Reads the cells of one column; undefined if there is no value. */
export type CellReader = (cell: string, report: CellReport) => StoredValue | undefined;

export interface CellReaderOptions {
  field: Field;
  target?: KeyTarget;
  keys?: KeyMap;
  /** Texts that mean "no value" in this file where a number, a date, yes or no, or a key is expected. */
  markers: ReadonlySet<string>;
  /** Whether a text means "no value" in every column. */
  isEmptyText: EmptyTest;
  /** Separates several values in one cell. */
  separator: string;
  toInstant: LocalToInstant;
  /** Rewrites numbers and dates in our form. */
  rewrite: Rewrite;
}

type ScalarReader = (cell: string, report: CellReport) => StoredScalar | undefined;

/** Creates the reader for the cells of a field. */
export function createCellReader(options: CellReaderOptions): CellReader {
  const { field, markers, separator, isEmptyText, rewrite } = options;
  const readScalar = scalarReader(options);
  const read: CellReader = field.many
    ? (cell, report) => readList(splitCell(cell, separator), (part) => readScalar(part, report))
    : readScalar;
  if (!holdsNoText(field)) {
    return (cell, report) => (isBlank(cell) || isEmptyText(cell) ? undefined : read(cell, report));
  }
  const isMarker = (cell: string) => cell.length < 5 && markers.has(cell);
  return (cell, report) =>
    isBlank(cell) || isEmptyText(cell) || isMarker(cell) ? undefined : read(rewrite(cell), report);
}

/** Whether a field holds numbers, dates or booleans: a marker in a cell then means "no value". */
export function holdsNoText({ kind }: Field): boolean {
  return kind === 'number' || kind === 'day' || kind === 'instant' || kind === 'yesNo';
}

/** Splits a cell that may hold several values. */
export function splitCell(cell: string, separator: string): string[] {
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readList(parts: string[], read: (part: string) => StoredScalar | undefined): StoredScalar[] | undefined {
  const values = new Map(parts.map(read).flatMap((value) => (value === undefined ? [] : [[String(value), value]])));
  return values.size === 0 ? undefined : [...values.values()];
}

function scalarReader(options: CellReaderOptions): ScalarReader {
  const { field, target, keys, markers, toInstant } = options;
  if (target) return keyReader(target, keys!, markers);
  switch (field.kind) {
    case 'number':
      return (cell, { refuse }) => readNumber(cell.trim()) ?? refuse(expected.number);
    case 'day':
      return (cell, { refuse }) => parseDay(cell.trim()) ?? refuse(expected.day);
    case 'instant':
      return (cell, { refuse }) => readInstant(cell.trim(), toInstant) ?? refuse(expected.instant);
    case 'yesNo':
      return (cell, { refuse }) => yesNo.get(cell.trim().toLowerCase()) ?? refuse(expected.yesNo);
    case 'choice':
      return choiceReader(field);
    default:
      return withoutFormulaGuard;
  }
}

const expected = {
  number: { code: 'not_a_number', expected: 'a number such as -12.5' },
  day: { code: 'not_a_day', expected: 'a calendar day written YYYY-MM-DD' },
  instant: { code: 'not_an_instant', expected: 'a date with a time, such as 2026-03-01T09:30:00Z or 2026-03-01 09:30' },
  yesNo: { code: 'not_yes_or_no', expected: 'yes, no, true or false' },
} satisfies Record<string, CellMistake>;

const yesNo = new Map([
  ...['true', 'yes', 't', 'y', '1'].map((text) => [text, true] as const),
  ...['false', 'no', 'f', 'n', '0'].map((text) => [text, false] as const),
]);

function readInstant(cell: string, toInstant: LocalToInstant): Date | undefined {
  const instant = zonedTime(cell);
  if (instant) return instant;
  const local = localTime(cell);
  return local && toInstant(local);
}

/** CSV answers put an apostrophe before texts that a spreadsheet would read as a formula; it is not part of the text. */
function withoutFormulaGuard(cell: string): string {
  return cell.charCodeAt(0) === 39 && /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function choiceReader({ options = [] }: Field): ScalarReader {
  const values = new Map<string, string>();
  for (const { value, label } of options) values.set(label.toLowerCase(), value).set(label, value);
  for (const { value } of options) values.set(value, value);
  const allowed = options.map(({ value }) => value);
  const mistake = { code: 'choice_not_allowed', expected: `one of ${allowed.join(', ')}`, allowed };
  return (cell, { refuse }) =>
    values.get(cell) ?? values.get(cell.trim()) ?? values.get(cell.trim().toLowerCase()) ?? refuse(mistake);
}

function keyReader(target: KeyTarget, keys: KeyMap, markers: ReadonlySet<string>): ScalarReader {
  const by = target.keyField?.name ?? 'id';
  const ambiguous = { code: 'ambiguous_key', expected: `a "${by}" that only one record of "${target.type}" has` };
  return (cell, { refuse, missing }) => {
    const found = keys.get(keyText(target, cell));
    if (found === undefined) return markers.has(cell.trim()) ? undefined : missing(target);
    return found ?? refuse(ambiguous);
  };
}
