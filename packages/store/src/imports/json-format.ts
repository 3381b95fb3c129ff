import { addTyped, addWritten, type ColumnProfile } from './column-profile.ts';
import { kindOfCell, type CellKind } from './cell-kinds.ts';
import { createCellReader, type CellReaderOptions, type CellReport } from './cell-readers.ts';
import type { StoredScalar, StoredValue } from '../collections/record-document.ts';
import type { EmptyTest } from './empty-texts.ts';
import type { DecimalSign } from './import-options.ts';
import { readJson, type JsonForm } from './read-json.ts';
import type { Cell, RowFormat, SingleValue } from './row-format.ts';
import type { Rewrite } from './written-forms.ts';

/** Reads JSON: objects, one on each line or in a list. Numbers and booleans are values, everything else is text. */
export function jsonFormat(form: JsonForm, { decimals }: { decimals?: DecimalSign | undefined }): RowFormat {
  const readsNumbers = decimals !== undefined;
  const kindOf = (text: string): CellKind => {
    const kind = kindOfCell(text);
    const isNumber = kind === 'number' || kind === 'power';
    // "12" is a text in JSON, and "yes" is no boolean; but somebody who names the decimal sign has numbers in texts.
    return kind === 'yesNo' || (isNumber && !readsNumbers) ? 'text' : kind;
  };
  const addOne = (profile: ColumnProfile, cell: SingleValue, line: number, [isEmptyText, rewrite]: Tests) => {
    if (typeof cell === 'string') addWritten(profile, cell, line, isEmptyText, rewrite, kindOf);
    else addTyped(profile, cell, line);
  };
  return {
    counts: form === 'list' ? 'record' : 'line',
    hasHead: false,
    open: async (source, known) => readJson(source, form, known),
    addCell(profile, cell, line, isEmptyText, rewrite) {
      if (cell === undefined || cell === '') profile.empty += 1;
      else if (typeof cell !== 'object') addOne(profile, cell, line, [isEmptyText, rewrite]);
      else if ('nested' in cell) addWritten(profile, cell.nested, line, isEmptyText, rewrite, () => 'text');
      else {
        if (cell.length === 0) profile.empty += 1;
        noteList(profile, cell);
        for (const one of cell) addOne(profile, one, line, [isEmptyText, rewrite]);
      }
    },
    keysIn: (cell) => singleValues(cell).map(String),
    createReader,
    lengthOf: (cell) => singleValues(cell).reduce<number>((sum, one) => sum + String(one).length, 0),
    describe: (cell) =>
      typeof cell === 'object' && 'nested' in cell ? cell.nested : cut(JSON.stringify(cell) ?? 'nothing'),
  };
}

type Tests = [EmptyTest, Rewrite];

const maxListed = 1_000;

/** Collects the different values of lists, which become the choices of a new field. */
function noteList(profile: ColumnProfile, values: readonly SingleValue[]): void {
  // Single values before the first list count too, if they are still known.
  profile.listed ??= profile.values === null ? 'too many' : new Set(profile.values.keys());
  if (profile.listed === 'too many') return;
  for (const value of values) profile.listed.add(String(value));
  if (profile.listed.size > maxListed) profile.listed = 'too many';
}

function singleValues(cell: Cell): readonly SingleValue[] {
  if (cell === undefined || cell === '') return [];
  if (typeof cell !== 'object') return [cell];
  return 'nested' in cell ? [] : cell;
}

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}...` : text);

/**
 * Creates the reader for the values of a field. Numbers and booleans are taken as they are where the field holds such;
 * everything else is read like the text in a cell, but texts are not trimmed and a text is never a list.
 */
function createReader(options: CellReaderOptions): (cell: Cell, report: CellReport) => StoredValue | undefined {
  const { field, isEmptyText, target } = options;
  const { many = false, ...single } = field;
  const readText = createCellReader({ ...options, field: single });
  const isText = field.kind === 'text' && target === undefined;

  const readOne = (value: SingleValue, report: CellReport): StoredScalar | undefined => {
    if (typeof value === 'number' && field.kind === 'number') return value === 0 ? 0 : value;
    if (typeof value === 'boolean' && field.kind === 'yesNo') return value;
    const text = String(value);
    if (!isText) return readText(text, report) as StoredScalar | undefined;
    if (isEmptyText(text)) return undefined;
    return text.isWellFormed() ? text : report.refuse(halfCharacter);
  };

  return (cell, report) => {
    if (cell === undefined || cell === '') return undefined;
    if (typeof cell !== 'object') {
      const value = readOne(cell, report);
      return value === undefined || !many ? value : [value];
    }
    if ('nested' in cell) return report.refuse(many ? notFlatList : notFlat);
    if (!many) return cell.length === 0 ? undefined : report.refuse(notFlat);
    const values = cell.map((one) => readOne(one, report)).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : [...new Map(values.map((value) => [String(value), value])).values()];
  };
}

const halfCharacter = { code: 'wrong_format', expected: 'valid Unicode text without half characters' };
const notFlat = { code: 'wrong_kind', expected: 'a single text, number, true or false' };
const notFlatList = { code: 'wrong_kind', expected: 'a list of texts or numbers' };
