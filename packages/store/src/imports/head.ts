import { reservedFieldNames } from '../collections/record-document.ts';
import { refuseImport, type ImportMistake } from './import-problem.ts';
import type { CsvRow } from './read-rows.ts';

/** One column of a CSV file. */
export interface Column {
  index: number;
  /** The name in the head line, or for example `column 3` if it has none there. */
  header: string;
}

const maxColumns = 500;
const maxHeaderLength = 200;

/**
 * Reads the columns of the head line.
 * @throws Problem `invalid_import` with every mistake.
 */
export function readHead({ line, cells }: CsvRow): Column[] {
  const columns = cells.map((cell, index) => ({ index, header: cell.trim() || `column ${index + 1}` }));
  const mistakes: ImportMistake[] = [];
  const add = (code: string, detail: string) => mistakes.push({ code, line, detail });
  if (columns.length > maxColumns) {
    add('too_many_columns', `The header line has ${columns.length} columns, but the limit is ${maxColumns}.`);
  }
  for (const [header, same] of Map.groupBy(columns, (column) => column.header)) {
    if (header.length > maxHeaderLength) {
      add('long_header', `A column name has ${header.length} characters, but the limit is ${maxHeaderLength}.`);
    }
    if (same.length === 1) continue;
    const places = same.map(({ index }) => index + 1).join(' and ');
    add('duplicate_header', `Columns ${places} have the same name "${header.slice(0, 80)}": give each its own name.`);
  }
  if (mistakes.length > 0) throw refuseImport(mistakes);
  return columns;
}

/** Chooses a field name for each column: the header if it is a valid field name, else its words in camelCase. */
export function fieldNamesFor(columns: readonly Column[], taken: readonly string[] = []): string[] {
  const used = new Set(taken);
  return columns.map((column) => {
    const wanted = fieldNameOf(column);
    let name = wanted;
    for (let count = 2; used.has(name); count++) name = `${wanted}${count}`;
    used.add(name);
    return name;
  });
}

function fieldNameOf({ header, index }: Column): string {
  const name = isFieldName(header) ? header : camelCase(header) || `column${index + 1}`;
  return reservedFieldNames.includes(name) ? `original${name[0]!.toUpperCase()}${name.slice(1)}` : name;
}

/** Whether the text is a valid field name. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name);
}

function camelCase(header: string): string {
  const plain = header.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
  const words = plain.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word, place) => (place === 0 ? word[0]!.toLowerCase() : word[0]!.toUpperCase()) + word.slice(1))
    .join('');
  const named = /^[0-9]/.test(joined) ? `column${joined}` : joined;
  return named.slice(0, 60);
}
