import { readCheckedBytes } from './checked-bytes.ts';
import { columnOf, maxColumns, refuseLongHeader, type Column } from './head.ts';
import { refuseImport } from './import-problem.ts';
import { readLines } from './json-lines.ts';
import { splitList } from './json-list.ts';
import { readObject } from './json-object.ts';
import type { Cell, OpenFile, Row } from './row-format.ts';

/** How the objects follow each other: one on each line (NDJSON), or as a JSON list. */
export type JsonForm = 'lines' | 'list';

/** A piece of a file that should be one object. */
export interface JsonPiece {
  /** Its line, or its number in the list, from 1. */
  line: number;
  text: string;
}

const rowsAtOnce = 2_000;

/**
 * Opens a file of JSON objects. Each key is a column, in the order in which the keys first appear; an object without it
 * has no value there.
 * @throws Problem `invalid_import` while reading, for text that is not JSON.
 */
export function readJson(source: AsyncIterable<Buffer>, form: JsonForm, known: readonly Column[] = []): OpenFile {
  const bytes = readCheckedBytes(source, { advice: 'save it as UTF-8' });
  const pieces = form === 'list' ? splitList(bytes.chunks()) : readLines(bytes.chunks());
  const columns = [...known];
  const places = new Map(columns.map(({ key, header, index }) => [key ?? header, index]));
  const placeOf = (key: string, line: number): number => {
    let place = places.get(key);
    if (place === undefined) {
      place = addColumn(columns, key, line, form);
      places.set(key, place);
    }
    return place;
  };
  return { bytes, columns, rows: rowsOf(pieces, { columns, placeOf, form }) };
}

interface Placing {
  columns: readonly Column[];
  placeOf: (key: string, line: number) => number;
  form: JsonForm;
}

async function* rowsOf(pieces: AsyncIterable<JsonPiece[]>, placing: Placing): AsyncGenerator<Row[]> {
  let found = 0;
  for await (const some of pieces) {
    found += some.length;
    for (let begin = 0; begin < some.length; begin += rowsAtOnce) {
      const rows = some.slice(begin, begin + rowsAtOnce).map((piece) => rowOf(piece, placing));
      // Keys of later objects are columns of the earlier ones too.
      for (const { cells, mistake } of rows) if (!mistake) (cells as Cell[]).length = placing.columns.length;
      yield rows;
    }
  }
  if (found === 0) throw refuseImport([{ code: 'no_rows', detail: 'The file has no records.' }]);
}

function rowOf({ line, text }: JsonPiece, { columns, placeOf, form }: Placing): Row {
  const read = readObject(text);
  if ('broken' in read) throw notJson({ line, form }, read.broken);
  if ('mistake' in read) return { line, cells: [], mistake: read.mistake };
  const cells = new Array<Cell>(columns.length);
  for (const [key, value] of read.entries) cells[placeOf(key, line)] = value;
  return { line, cells };
}

function addColumn(columns: Column[], key: string, line: number, form: JsonForm): number {
  const index = columns.length;
  if (index === maxColumns) {
    const detail = `The records have more than ${maxColumns} different fields, the next one is ${JSON.stringify(key.slice(0, 80))}: the limit is ${maxColumns}.`;
    throw refuseImport([{ code: 'too_many_columns', ...placed(line, form), detail }]);
  }
  const column = columnOf(key, index);
  const tooLong = refuseLongHeader(column);
  if (tooLong !== undefined) throw refuseImport([{ code: 'long_header', ...placed(line, form), detail: tooLong }]);
  if (columns.some(({ header }) => header === column.header)) {
    const detail = `The keys ${JSON.stringify(column.header)} and ${JSON.stringify(key)} differ only in spaces: rename one of them.`;
    throw refuseImport([{ code: 'duplicate_header', ...placed(line, form), detail }]);
  }
  columns.push(column.header === key ? column : { ...column, key });
  return index;
}

function notJson({ line, form }: { line: number; form: JsonForm }, reason: string): Error {
  const what = form === 'list' ? 'The record is not valid JSON' : 'The line is not valid JSON';
  const detail = `${what} (${reason}): check quotes, commas and brackets.`;
  return refuseImport([{ code: 'invalid_json', ...placed(line, form), detail }]);
}

const placed = (line: number, form: JsonForm) => (form === 'list' ? { record: line } : { line });
