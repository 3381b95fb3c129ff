import { reservedFieldNames } from '../collections/record-document.ts';
import { refuseImport, type ImportMistake } from './import-problem.ts';
import type { CsvRow } from './read-rows.ts';

/** One column of a CSV file, or one key of JSON objects. */
export interface Column {
  index: number;
  /** The name in the head line, or for example `column 3` if it has none there. */
  header: string;
  /** The key in JSON objects, if it is not the name itself. */
  key?: string;
}

export const maxColumns = 500;
const maxHeaderLength = 200;

/** A column by its name in the file. */
export function columnOf(name: string, index: number): Column {
  return { index, header: name.trim() || `column ${index + 1}` };
}

/**
 * Reads the columns of the head line.
 * @throws Problem `invalid_import` with every mistake.
 */
export function readHead({ line, cells }: CsvRow): Column[] {
  const columns = cells.map(columnOf);
  const mistakes: ImportMistake[] = [];
  const add = (code: string, detail: string) => mistakes.push({ code, line, detail });
  if (columns.length > maxColumns) {
    add('too_many_columns', `The header line has ${columns.length} columns, but the limit is ${maxColumns}.`);
  }
  for (const [header, same] of Map.groupBy(columns, (column) => column.header)) {
    if (header.length > maxHeaderLength) add('long_header', longHeader(header));
    if (same.length === 1) continue;
    const places = same.map(({ index }) => index + 1).join(' and ');
    add('duplicate_header', `Columns ${places} have the same name "${header.slice(0, 80)}": give each its own name.`);
  }
  if (mistakes.length > 0) throw refuseImport(mistakes);
  return columns;
}

/** Why the name of a column is too long; undefined if it is not. */
export function refuseLongHeader({ header }: Column): string | undefined {
  return header.length > maxHeaderLength ? longHeader(header) : undefined;
}

const longHeader = ({ length }: string): string =>
  `A column name has ${length} characters, but the limit is ${maxHeaderLength}.`;

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
  return originalName(name) ?? name;
}

/** The field for a column with a name that every record has, such as `id`; undefined for any other name. */
export function originalName(name: string): string | undefined {
  return reservedFieldNames.includes(name) ? `original${name[0]!.toUpperCase()}${name.slice(1)}` : undefined;
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
