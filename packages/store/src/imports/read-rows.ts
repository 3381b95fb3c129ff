import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { readCheckedBytes, type CheckedBytes } from './checked-bytes.ts';
import { refuseImport } from './import-problem.ts';

/** One row of a CSV file. */
export interface CsvRow {
  /** The line of the file where it begins; the first is 1. */
  line: number;
  cells: string[];
}

/** An open CSV file. */
export interface CsvFile {
  bytes: CheckedBytes;
  delimiter: string;
  /** The head line. */
  head: CsvRow;
  /** The rows after the head line, in batches; empty lines are left out. */
  rows: AsyncIterable<CsvRow[]>;
}

const delimiters = [',', ';', '\t'];
const rowsAtOnce = 2_000;
const maxRowBytes = 4 * 1024 * 1024;
const maxHeadBytes = 256 * 1024;
const [newline, carriageReturn, quote] = [10, 13, 34];
const lineBreak = /\r\n|\n|\r/g;

/**
 * Opens a CSV file (RFC 4180): quotes, line breaks in quotes, any line ending, a byte order mark. The delimiter is the
 * comma, semicolon or tab that the head line uses.
 * @throws Problem `invalid_import`.
 */
export async function readCsv(source: AsyncIterable<Buffer>): Promise<CsvFile> {
  const bytes = readCheckedBytes(source);
  const chunks = bytes.chunks();
  const begin = await readHeadLine(chunks);
  const delimiter = delimiterOf(begin);
  const rows = readRows(begin, chunks, delimiter);
  const first = await rows.next();
  if (first.done) throw refuseImport([{ code: 'empty_file', detail: 'The file is empty: it needs a header line.' }]);
  const [head, ...rest] = first.value;
  return { bytes, delimiter, head: head!, rows: withFirst(rest, rows) };
}

async function* withFirst(first: CsvRow[], rows: AsyncGenerator<CsvRow[]>): AsyncGenerator<CsvRow[]> {
  if (first.length > 0) yield first;
  yield* rows;
}

/** Reads at least up to the end of the first line that is not empty, if there is one. */
async function readHeadLine(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let begin = Buffer.alloc(0);
  while (begin.length < maxHeadBytes && !/[^\r\n][\r\n]/.test(begin.toString('latin1'))) {
    const next = await chunks.next();
    if (next.done) break;
    begin = Buffer.concat([begin, next.value]);
  }
  return begin;
}

/** The most frequent delimiter in the head line, outside quotes. */
function delimiterOf(begin: Buffer): string {
  const text = begin
    .subarray(0, maxHeadBytes)
    .toString('utf8')
    .replace(/^[\r\n]+/, '');
  const head = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0]!;
  const uses = (delimiter: string) => head.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (uses(delimiter) > uses(best) ? delimiter : best));
}

/**
 * Splits whole lines without quotation marks, which is several times faster than parsing. The parser takes over at the
 * first line that may contain one.
 */
async function* readRows(begin: Buffer, chunks: AsyncGenerator<Buffer>, delimiter: string): AsyncGenerator<CsvRow[]> {
  let line = 1;
  let rest = begin;
  for (;;) {
    const quoted = rest.indexOf(quote);
    const plain = wholeLines(quoted === -1 ? rest : rest.subarray(0, quoted));
    const lines = linesOf(plain);
    yield* splitLines(lines, { line, delimiter });
    line += lines.length;
    rest = rest.subarray(plain.length);
    if (quoted !== -1) break;
    if (rest.length > maxRowBytes) throw rowTooLong(line);
    const next = await chunks.next();
    if (next.done) break;
    rest = Buffer.concat([rest, next.value]);
  }
  if (rest.length > 0) yield* parseRows(rest, chunks, { line, delimiter });
}

/** The bytes up to the last line ending. A carriage return at the very end may be half of a CRLF. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(newline);
  if (end !== -1 || bytes.length < 2) return bytes.subarray(0, end + 1);
  return bytes.subarray(0, bytes.lastIndexOf(carriageReturn, bytes.length - 2) + 1);
}

function linesOf(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const lines = bytes.toString('utf8').split(bytes.includes(carriageReturn) ? lineBreak : '\n');
  lines.pop();
  return lines;
}

function* splitLines(lines: string[], { line, delimiter }: { line: number; delimiter: string }): Generator<CsvRow[]> {
  for (let begin = 0; begin < lines.length; begin += rowsAtOnce) {
    const rows: CsvRow[] = [];
    const end = Math.min(begin + rowsAtOnce, lines.length);
    for (let at = begin; at < end; at++) {
      if (lines[at] !== '') rows.push({ line: line + at, cells: lines[at]!.split(delimiter) });
    }
    if (rows.length > 0) yield rows;
  }
}

async function* parseRows(
  begin: Buffer,
  chunks: AsyncGenerator<Buffer>,
  { line: firstLine, delimiter }: { line: number; delimiter: string },
): AsyncGenerator<CsvRow[]> {
  const source = async function* () {
    yield begin;
    yield* chunks;
  };
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maxRowBytes,
  });
  pipeline(Readable.from(source()), parser, () => undefined);
  let line = firstLine;
  let rows: CsvRow[] = [];
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells });
      line += 1 + lineBreaksIn(cells);
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    throw error instanceof CsvError ? brokenCsv(error, line) : error;
  }
  if (rows.length > 0) yield rows;
}

function lineBreaksIn(cells: string[]): number {
  let breaks = 0;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) breaks += cell.match(lineBreak)!.length;
  }
  return breaks;
}

function brokenCsv(error: CsvError, line: number): Error {
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return rowTooLong(line);
    case 'CSV_QUOTE_NOT_CLOSED':
      return brokenQuotes(
        line,
        'A quotation mark opened in or after this line is not closed before the end of the file',
      );
    default:
      return brokenQuotes(line, 'A cell in or after this line has a quotation mark in the middle');
  }
}

function brokenQuotes(line: number, what: string): Error {
  const detail = `${what}: enclose the whole cell in quotation marks and double those inside.`;
  return refuseImport([{ code: 'broken_quotes', line, detail }]);
}

function rowTooLong(line: number): Error {
  const detail = 'A row that starts in or after this line is longer than 4 MiB: is a closing quotation mark missing?';
  return refuseImport([{ code: 'row_too_long', line, detail }]);
}
